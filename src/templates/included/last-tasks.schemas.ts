import { z } from 'zod';
import { Timestamp } from '../../http/common.js';
import { SEVERITIES } from '../../knowledge/records.js';

/** The newest task of a template. */
export const LastTaskResponse = z.object({
  id: z.int(),
  number_task: z.string(),
  status: z.enum(['working', 'completed', 'failed', 'stopped']),
  percent: z.int(),
  started_at: Timestamp.nullable(),
  finished_at: Timestamp.nullable(),
  hosts_total: z.int(),
  hosts_done: z.int(),
  error: z.string().nullable(),
  new: z
    .object({
      total: z.int(),
      worst: z.enum(SEVERITIES).nullable().meta({ description: 'null: nothing is new' }),
    })
    .nullable()
    .meta({
      description:
        'new findings of its diff; null: not counted yet, `GET /templates/{id}/chain` counts them',
    }),
});
