/** Everything that a rule can select. The first that happened names the message. */
export const NOTIFICATION_EVENTS = [
  'finding.new',
  'task.failed',
  'task.incomplete',
  'host.unreachable',
  'port.opened',
  'finding.fixed',
  'schedule.missed',
  'agent.offline',
  'certificate.expiring',
  'feed.stale',
  'acceptance.expiring',
  'reboot.required',
  'host.end_of_life',
  'agent.identity_conflict',
] as const;
export type NotificationEvent = (typeof NOTIFICATION_EVENTS)[number];

/** The event of a message: of a rule, a digest, or a test that a person requested. */
export type MessageEvent = NotificationEvent | 'digest' | 'test';

/** Events that the end of a task decides. */
export const TASK_EVENTS: ReadonlySet<NotificationEvent> = new Set([
  'finding.new',
  'task.failed',
  'task.incomplete',
  'host.unreachable',
  'port.opened',
  'finding.fixed',
]);

/** Events that need the differences of a task. */
export const DIFF_EVENTS: ReadonlySet<NotificationEvent> = new Set([
  'finding.new',
  'finding.fixed',
  'port.opened',
]);

/** Events that begin with the passing of time: a check finds them. */
export const CONDITION_EVENTS = [
  'agent.offline',
  'certificate.expiring',
  'feed.stale',
  'acceptance.expiring',
  'reboot.required',
  'host.end_of_life',
  'agent.identity_conflict',
] as const satisfies readonly NotificationEvent[];
export type ConditionEvent = (typeof CONDITION_EVENTS)[number];

export const CHANNEL_TYPES = ['webhook', 'email'] as const;
export type ChannelType = (typeof CHANNEL_TYPES)[number];

export const WEBHOOK_FORMATS = ['json', 'slack', 'mattermost', 'teams', 'matrix', 'ntfy'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

export const DIGESTS = ['daily', 'weekly'] as const;
export type Digest = (typeof DIGESTS)[number];
