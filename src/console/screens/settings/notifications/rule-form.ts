import type { Api } from '../../../api/shapes.js';

type Rule = Api<'NotificationRule'>;
type NewRule = Api<'NewNotificationRule'>;

/** The events in words. */
export const EVENTS: readonly (readonly [NewRule['events'][number], string])[] = [
  ['finding.new', 'new findings'],
  ['finding.fixed', 'findings that were fixed'],
  ['port.opened', 'a port was opened'],
  ['task.failed', 'a task failed'],
  ['task.incomplete', 'a task did not check all hosts'],
  ['host.unreachable', 'a host cannot be reached'],
  ['schedule.missed', 'a start was missed'],
  ['agent.offline', 'an agent is silent'],
  ['certificate.expiring', 'a certificate ends soon'],
  ['acceptance.expiring', 'an acceptance ends soon'],
  ['reboot.required', 'a host needs a reboot'],
  ['host.end_of_life', 'a system gets no updates soon'],
  ['agent.identity_conflict', 'two machines have the identity of one agent'],
  ['feed.stale', 'the data of a feed are old'],
];

export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;

/** The form of a rule. Empty choices do not restrict. */
export interface RuleForm {
  channel_id: number;
  events: readonly NewRule['events'][number][];
  severity: string;
  group_ids: readonly number[];
  host_ids: readonly number[];
  template_ids: readonly number[];
  digest: string;
  /** of findings, as typed; empty: any */
  risk_min: string;
  offline_minutes: string;
  expiring_days: string;
}

/** Returns the form of a rule that exists, or of a new one. */
export const ruleForm = (rule: Rule | undefined, channelId: number): RuleForm => ({
  channel_id: rule?.channel_id ?? channelId,
  events: rule?.events ?? ['finding.new', 'task.failed'],
  severity: rule?.severity ?? '',
  group_ids: rule?.group_ids ?? [],
  host_ids: rule?.host_ids ?? [],
  template_ids: rule?.template_ids ?? [],
  digest: rule?.digest ?? '',
  risk_min: `${rule?.risk_min ?? ''}`,
  offline_minutes: `${rule?.offline_minutes ?? ''}`,
  expiring_days: `${rule?.expiring_days ?? ''}`,
});

/** Returns the request of a form. Limits of a rule that the form does not have stay as they are. */
export const ruleRequest = (form: RuleForm): NewRule => ({
  channel_id: form.channel_id,
  events: [...form.events],
  severity: form.severity === '' ? null : (form.severity as NewRule['severity'] & string),
  group_ids: [...form.group_ids],
  host_ids: [...form.host_ids],
  template_ids: [...form.template_ids],
  digest: form.digest === 'daily' || form.digest === 'weekly' ? form.digest : null,
  risk_min: form.risk_min === '' ? null : Number(form.risk_min),
  ...(form.offline_minutes !== '' && { offline_minutes: Number(form.offline_minutes) }),
  ...(form.expiring_days !== '' && { expiring_days: Number(form.expiring_days) }),
});
