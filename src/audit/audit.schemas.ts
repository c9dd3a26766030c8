import { z } from 'zod';
import { paging, queryNumber, Timestamp } from '../http/common.js';

const MAX_TIME = 1e11;
const Text = z.string().min(1).max(255);

export const AuditQuery = z.strictObject({
  actor: Text.optional().meta({ description: 'name of the token' }),
  action: Text.optional().meta({
    description: '`create`, `update`, `delete`, `run`, `import`, `stop` or `login_failed`',
  }),
  resource: Text.optional().meta({ description: 'like `host`, `template` or `token`' }),
  resource_id: Text.optional().meta({ description: 'also finds the lines of several ids' }),
  outcome: z.enum(['ok', 'refused', 'failed']).optional(),
  since: queryNumber(0, MAX_TIME).optional().meta({ description: 'Unix time in seconds' }),
  until: queryNumber(0, MAX_TIME).optional().meta({ description: 'Unix time in seconds' }),
  ...paging,
});
export type AuditFilter = Omit<z.output<typeof AuditQuery>, 'limit' | 'page'>;

export const AuditLineResponse = z
  .object({
    id: z.int(),
    time: Timestamp,
    actor: z.object({
      token_id: z.int().nullable(),
      name: z.string().nullable(),
      role: z.string().nullable(),
      address: z.string().nullable(),
    }),
    action: z.string(),
    resource: z.string(),
    resource_id: z.string().nullable().meta({ description: 'null: none, unknown or several' }),
    resource_name: z.string().nullable().meta({
      description:
        'its name then; of what belongs to a host, that of the host; null: none, or not known',
    }),
    changes: z
      .record(z.string(), z.array(z.unknown()))
      .nullable()
      .meta({ description: 'changed fields with the values before and after; never secrets' }),
    outcome: z.enum(['ok', 'refused', 'failed']),
    status: z.int().nullable(),
    code: z.string().nullable().meta({ description: 'of the error' }),
    request_id: z.string().nullable(),
    count: z.int().meta({ description: 'changed resources, or failed logins' }),
  })
  .meta({
    id: 'AuditLine',
    examples: [
      {
        id: 12,
        time: 1_790_000_000,
        actor: { token_id: 3, name: 'night shift', role: 'operator', address: '10.0.0.7' },
        action: 'update',
        resource: 'host',
        resource_id: '7',
        resource_name: 'printer',
        changes: { name: ['10.0.0.9', 'printer'] },
        outcome: 'ok',
        status: 200,
        code: null,
        request_id: '5f0c2d1a-4',
        count: 1,
      },
    ],
  });
export type AuditLine = z.output<typeof AuditLineResponse>;
