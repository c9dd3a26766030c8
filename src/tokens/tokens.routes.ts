import { z } from 'zod';
import type { Context } from '../context.js';
import { AppError } from '../errors.js';
import {
  data,
  IdParams,
  metaOf,
  Name,
  namedPaging,
  NoContent,
  paged,
  Timestamp,
} from '../http/common.js';
import type { App } from '../http/zod.js';
import { Time } from '../schedules/times.schemas.js';
import * as tokens from './tokens.service.js';

const Role = z.enum(['viewer', 'operator', 'admin']);
const fields = {
  name: z.string(),
  role: Role,
  created_at: Timestamp,
  expires_at: Timestamp.nullable(),
  last_used_at: Timestamp.nullable(),
};
const example = {
  id: 3,
  name: 'dashboard',
  role: 'viewer',
  created_at: 1_790_000_000,
  expires_at: null,
  last_used_at: null,
};
const Token = z.object({ id: z.int(), ...fields }).meta({ id: 'Token', examples: [example] });
const NewTokenResponse = z
  .object({ id: z.int(), ...fields, token: z.string() })
  .meta({ id: 'TokenWithText', examples: [{ ...example, token: 'hw_…' }] });
const Caller = z
  .object({ id: z.int().nullable(), ...fields })
  .meta({ id: 'Caller', examples: [example] });
const NewToken = z.strictObject({ name: Name, role: Role, expires_at: Time.nullish() }).meta({
  id: 'NewToken',
  examples: [{ name: 'dashboard', role: 'viewer', expires_at: '2027-01-01T00:00:00Z' }],
});
const tag = 'Tokens';

/** Access tokens, bare and under /api/v2. */
export function tokenRoutes(app: App, ctx: Context): void {
  addReadRoutes(app, ctx);
  addWriteRoutes(app, ctx);
}

function addReadRoutes(app: App, ctx: Context): void {
  app.get(
    '/tokens',
    {
      schema: { querystring: z.strictObject(namedPaging), response: { 200: paged(Token) } },
      config: {
        role: 'admin',
        tag,
        summary: 'List tokens',
        description: 'Names, roles and last use. The tokens themselves are not stored.',
      },
    },
    async (request) => {
      const { items, total } = await tokens.listTokens(ctx, request.query);
      return { data: items, meta: metaOf(request.query, total) };
    },
  );

  app.get(
    '/tokens/current',
    {
      schema: { response: { 200: data(Caller) } },
      config: {
        role: 'viewer',
        tag,
        summary: 'Get the current token',
        description: '`id` is null for API_TOKEN, which is not stored.',
      },
    },
    async (request) => {
      if (!request.caller) throw new AppError('unauthorized', 'A token is required');
      return { data: request.caller };
    },
  );
}

function addWriteRoutes(app: App, ctx: Context): void {
  app.post(
    '/tokens',
    {
      schema: { body: NewToken, response: { 201: data(NewTokenResponse) } },
      config: {
        role: 'admin',
        tag,
        summary: 'Create token',
        description: 'The token is shown only in this response.',
      },
    },
    async (request) => {
      const { expires_at } = request.body;
      if (typeof expires_at === 'number' && expires_at <= ctx.clock.now()) {
        throw new AppError('validation_failed', 'expires_at must be in the future', {
          errors: [{ in: 'body', path: '/expires_at', message: 'must be in the future' }],
        });
      }
      return { data: await tokens.createToken(ctx, request.body) };
    },
  );

  app.delete(
    '/tokens/:id',
    {
      schema: { params: IdParams, response: { 204: NoContent } },
      config: {
        role: 'admin',
        tag,
        summary: 'Revoke token',
        description: 'Takes effect immediately. The token of the request cannot be revoked.',
        errors: ['not_found', 'own_token'],
      },
    },
    async (request) => tokens.deleteToken(ctx, request.params.id, request.caller?.id ?? null),
  );
}
