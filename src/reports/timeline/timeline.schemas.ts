import { z } from 'zod';
import { Timestamp } from '../../http/common.js';
import { Time } from '../../schedules/times.schemas.js';
import { OUTCOMES } from '../../tasks/task-type.js';

export const TimelineQuery = z.strictObject({ from: Time.optional(), to: Time.optional() });

const Port = z.object({
  port: z.int(),
  transport: z.enum(['tcp', 'udp']),
  service: z.string().nullable(),
});
const PortChange = z.object({
  opened: z.array(Port).meta({ description: 'the first 50' }),
  opened_count: z.int(),
  closed: z.array(Port).meta({ description: 'the first 50' }),
  closed_count: z.int(),
});

const TaskEvent = z.object({
  kind: z.literal('task'),
  time: Timestamp,
  task_id: z.int(),
  template_id: z.int(),
  template: z.string().nullable(),
  task_type: z.string(),
  outcome: z.enum(OUTCOMES).meta({ description: 'not `done`: a gap, the host was not checked' }),
  reason: z.string().nullable(),
  findings: z
    .object({
      open: z.int(),
      by_severity: z.record(z.string(), z.int()),
      appeared: z.int().nullable(),
      disappeared: z.int().nullable(),
    })
    .nullable()
    .meta({
      description:
        'of the result, accepted ones included; changes since the result before of the same template ' +
        '(null: no such result); null without a result',
    }),
  ports: PortChange.nullable().meta({
    description: 'changes since the scan before of the same template; null: nothing to compare',
  }),
});
const PackagesEvent = z.object({
  kind: z.literal('packages'),
  time: Timestamp,
  installed: z.int(),
  removed: z.int(),
  upgraded: z.int(),
  downgraded: z.int(),
});
const AgentEvent = z.object({
  kind: z.literal('agent'),
  time: Timestamp,
  operation_id: z.int(),
  action: z.string(),
  status: z.string(),
  error_code: z.string().nullable(),
});
const AcceptanceEvent = z.object({
  kind: z.literal('acceptance'),
  time: Timestamp,
  acceptance_id: z.int(),
  vulnerability_id: z.string(),
  change: z.enum(['began', 'ended']),
});
const TimelineEvent = z.discriminatedUnion('kind', [
  TaskEvent,
  PackagesEvent,
  AgentEvent,
  AcceptanceEvent,
]);

export const TimelineResponse = z
  .object({
    from: Timestamp,
    to: Timestamp,
    events: z.array(TimelineEvent).meta({ description: 'ascending; of each kind the newest 100' }),
    truncated: z.boolean().meta({ description: 'older events of a kind are left out' }),
    open_since: z
      .array(z.object({ day: Timestamp, findings: z.int(), critical: z.int(), high: z.int() }))
      .meta({ description: 'findings that are still open, by the UTC day since when' }),
  })
  .meta({
    id: 'HostTimeline',
    examples: [
      {
        from: 1_789_000_000,
        to: 1_790_000_000,
        events: [
          {
            kind: 'task',
            time: 1_789_900_000,
            task_id: 12,
            template_id: 3,
            template: 'nightly',
            task_type: 'pentest',
            outcome: 'done',
            reason: null,
            findings: { open: 2, by_severity: { high: 2 }, appeared: 1, disappeared: 0 },
            ports: {
              opened: [{ port: 8080, transport: 'tcp', service: 'http' }],
              opened_count: 1,
              closed: [],
              closed_count: 0,
            },
          },
        ],
        truncated: false,
        open_since: [{ day: 1_789_862_400, findings: 1, critical: 0, high: 1 }],
      },
    ],
  });
export type TimelineResponse = z.output<typeof TimelineResponse>;
export type TimelineTaskEvent = z.output<typeof TaskEvent>;
export type TimelinePorts = z.output<typeof PortChange>;
