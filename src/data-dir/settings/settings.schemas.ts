import { z } from 'zod';
import { Timestamp } from '../../http/common.js';

const Bytes = z.int().meta({ description: 'bytes' });
const Days = z.int().meta({ description: 'days' });

export const SettingsResponse = z
  .object({
    version: z.string(),
    now: Timestamp.meta({ description: 'the clock of the service, Unix seconds' }),
    clock_jump: z
      .object({
        noticed_at: Timestamp,
        seconds: z.int().meta({ description: 'positive: the clock jumped ahead' }),
        message: z.string(),
      })
      .nullable()
      .meta({
        description:
          'the newest jump of the clock that was noticed: it differs from the time that has passed',
      }),
    zone: z.string().meta({ description: 'the time zone of schedules' }),
    tls: z.enum(['off', 'self-signed', 'certificate']),
    public_url: z.string().nullable(),
    limits: z.object({
      body_bytes: Bytes,
      hosts_per_request: z.int(),
      hosts_per_task: z.int(),
      ports_per_template: z.int(),
      concurrent_tasks: z.int(),
      concurrent_agent_operations: z.int(),
      requests_per_minute: z.int().meta({ description: 'of one token; 0: no limit' }),
      feed_bytes: Bytes,
    }),
    feeds: z.object({ refresh: z.enum(['auto', 'off']), stale_days: Days }),
    retention: z.object({ event_days: Days, audit_days: Days }),
    scan: z
      .object({ allow: z.array(z.string()), deny: z.array(z.string()) })
      .meta({ description: 'blocks that may be contacted (none: all), and that may not' }),
    trust_on_first_use: z.boolean(),
    mail: z.object({ is_configured: z.boolean(), from: z.string().nullable() }),
    data_dir: z.object({
      bytes: Bytes,
      database_bytes: Bytes,
      knowledge_bytes: Bytes,
      feeds_bytes: Bytes,
    }),
  })
  .meta({
    id: 'Settings',
    examples: [
      {
        version: '0.2.0',
        now: 1_790_000_000,
        clock_jump: null,
        zone: 'Europe/Berlin',
        tls: 'off',
        public_url: null,
        limits: {
          body_bytes: 8_388_608,
          hosts_per_request: 10_000,
          hosts_per_task: 65_536,
          ports_per_template: 65_535,
          concurrent_tasks: 8,
          concurrent_agent_operations: 10,
          requests_per_minute: 6000,
          feed_bytes: 2_147_483_648,
        },
        feeds: { refresh: 'auto', stale_days: 7 },
        retention: { event_days: 30, audit_days: 365 },
        scan: { allow: [], deny: ['10.0.9.0/24'] },
        trust_on_first_use: true,
        mail: { is_configured: false, from: null },
        data_dir: {
          bytes: 2_000_000,
          database_bytes: 900_000,
          knowledge_bytes: 1_000_000,
          feeds_bytes: 90_000,
        },
      },
    ],
  });
export type SettingsResponse = z.output<typeof SettingsResponse>;
