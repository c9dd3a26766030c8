import type { Generated, Selectable } from 'kysely';
import type { Severity } from '../knowledge/records.js';
import type { ChannelType, Digest, MessageEvent, WebhookFormat } from './events.js';

export interface NotificationChannelTable {
  id: Generated<number>;
  name: string;
  type: ChannelType;
  format: WebhookFormat | null;
  recipients: string;
  mail_from: string | null;
  secret: Buffer;
  enabled: 0 | 1;
  created_at: number;
  updated_at: number;
}

export interface NotificationRuleTable {
  id: Generated<number>;
  channel_id: number;
  events: string;
  severity: Severity | null;
  risk_min: number | null;
  template_ids: string | null;
  group_ids: string | null;
  host_ids: string | null;
  digest: Digest | null;
  next_digest_at: number | null;
  offline_minutes: number;
  expiring_days: number;
  created_at: number;
  updated_at: number;
}

export interface NotificationDeliveryTable {
  id: number;
  channel_id: number;
  rule_id: number | null;
  event: MessageEvent;
  task_id: number | null;
  stage: 'examine' | 'held' | 'ready';
  facts: string | null;
  message: string | null;
  state: 'pending' | 'sent' | 'failed';
  attempts: number;
  first_attempt_at: number | null;
  recipients: string | null;
  next_attempt_at: number | null;
  last_error: string | null;
  created_at: number;
  sent_at: number | null;
}

/** A message, as the API returns it. */
export type Delivery = Omit<
  Selectable<NotificationDeliveryTable>,
  'stage' | 'facts' | 'message' | 'first_attempt_at' | 'recipients'
>;

export interface NotificationMarkTable {
  rule_id: number;
  event: string;
  subject: string;
  announced_at: number;
}
