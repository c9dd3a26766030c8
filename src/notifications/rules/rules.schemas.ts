import { z } from 'zod';
import { Id, Ids, Timestamp } from '../../http/common.js';
import { SEVERITIES } from '../../knowledge/records.js';
import { DIGESTS, NOTIFICATION_EVENTS } from '../events.js';

const MAX_IDS = 1000;
const MAX_MINUTES = 43_200; // 30 days
const MAX_DAYS = 365;
const DEFAULT_OFFLINE_MINUTES = 15;
const DEFAULT_EXPIRING_DAYS = 14;

export const RuleResponse = z
  .object({
    id: z.int(),
    channel_id: z.int(),
    events: z.array(z.enum(NOTIFICATION_EVENTS)),
    severity: z.enum(SEVERITIES).nullable(),
    risk_min: z.number().nullable(),
    template_ids: z.array(z.int()).meta({ description: 'empty: all' }),
    group_ids: z.array(z.int()).meta({ description: 'group_ids and host_ids empty: all hosts' }),
    host_ids: z.array(z.int()),
    digest: z.enum(DIGESTS).nullable(),
    next_digest_at: Timestamp.nullable(),
    offline_minutes: z.int(),
    expiring_days: z.int(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({
    id: 'NotificationRule',
    examples: [
      {
        id: 1,
        channel_id: 1,
        events: ['finding.new', 'task.failed'],
        severity: 'high',
        risk_min: null,
        template_ids: [],
        group_ids: [],
        host_ids: [],
        digest: null,
        next_digest_at: null,
        offline_minutes: DEFAULT_OFFLINE_MINUTES,
        expiring_days: DEFAULT_EXPIRING_DAYS,
        created_at: 1_790_000_000,
        updated_at: 1_790_000_000,
      },
    ],
  });
export type Rule = z.infer<typeof RuleResponse>;

const events = z
  .array(z.enum(NOTIFICATION_EVENTS))
  .min(1, 'must not be empty')
  .transform((names) => [...new Set(names)]);
const ids = Ids(MAX_IDS)
  .nullable()
  .transform((list) => list ?? [])
  .optional();
const filters = {
  severity: z.enum(SEVERITIES).nullable().optional().meta({
    description: 'lowest severity of findings; known exploited ones are sent in any case',
  }),
  risk_min: z.number().min(0).max(100).nullable().optional().meta({
    description: 'lowest risk of findings; known exploited ones are sent in any case',
  }),
  template_ids: ids,
  group_ids: ids,
  host_ids: ids,
  digest: z.enum(DIGESTS).nullable().optional().meta({
    description: 'one message a day or a week, at 8:00; known exploited findings are sent at once',
  }),
  offline_minutes: z.int().min(1).max(MAX_MINUTES).optional().meta({
    description: 'of agent.offline: how long an agent was silent',
  }),
  expiring_days: z.int().min(1).max(MAX_DAYS).optional().meta({
    description: 'of certificate.expiring and acceptance.expiring: how long before',
  }),
};

export const RuleRequest = z.strictObject({ channel_id: Id, events, ...filters }).meta({
  id: 'NewNotificationRule',
  examples: [{ channel_id: 1, events: ['finding.new', 'task.failed'], severity: 'high' }],
});
export type NewRule = z.infer<typeof RuleRequest>;

export const RuleChange = z
  .strictObject({ channel_id: Id.optional(), events: events.optional(), ...filters })
  .meta({
    id: 'NotificationRuleChange',
    description: 'Absent fields stay; null removes.',
    examples: [{ severity: 'critical' }],
  });
export type RuleChangeFields = z.infer<typeof RuleChange>;

/** The fields of a rule that a request leaves out. */
export const RULE_DEFAULTS = {
  severity: null,
  risk_min: null,
  template_ids: [],
  group_ids: [],
  host_ids: [],
  digest: null,
  offline_minutes: DEFAULT_OFFLINE_MINUTES,
  expiring_days: DEFAULT_EXPIRING_DAYS,
};
