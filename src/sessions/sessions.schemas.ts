import { z } from 'zod';
import { Timestamp } from '../http/common.js';

const SessionRole = z.enum(['viewer', 'operator', 'admin']);

const example = {
  id: 4,
  token_id: 1,
  token_name: 'admin',
  role: 'admin' as const,
  created_at: 1_790_000_000,
  last_used_at: 1_790_000_300,
  expires_at: 1_790_604_800,
  address: '127.0.0.1',
  user_agent: 'Mozilla/5.0',
  is_current: true,
};

export const SessionResponse = z
  .object({
    id: z.int(),
    token_id: z.int().nullable().meta({ description: 'null: API_TOKEN' }),
    token_name: z.string(),
    role: SessionRole.meta({ description: 'the lower one of the session and of its token' }),
    created_at: Timestamp,
    last_used_at: Timestamp,
    expires_at: Timestamp.meta({
      description: 'Unix time in seconds; without use it ends earlier',
    }),
    address: z.string(),
    user_agent: z.string().nullable(),
    is_current: z.boolean().meta({ description: 'it is the session of this request' }),
  })
  .meta({ id: 'Session', examples: [example] });

export const StartedSession = SessionResponse.extend({
  header: z.string().meta({
    description: 'the second half of the session, for the header `Hostwarden-Session`',
  }),
}).meta({ id: 'StartedSession', examples: [{ ...example, header: 'hwsh_…' }] });

const Secret = z.string().min(1).max(256);

export const SignIn = z
  .union([z.strictObject({ code: Secret }), z.strictObject({ token: Secret })])
  .meta({ id: 'SignIn', examples: [{ code: 'hwc_…' }] });

export const NewSignInCode = z
  .strictObject({
    role: SessionRole.optional().meta({ description: 'at most that of the caller, the default' }),
  })
  .meta({ id: 'NewSignInCode', examples: [{ role: 'viewer' }] });

export const SignInCode = z
  .object({ code: z.string(), expires_at: Timestamp })
  .meta({ id: 'SignInCode', examples: [{ code: 'hwc_…', expires_at: 1_790_000_120 }] });
