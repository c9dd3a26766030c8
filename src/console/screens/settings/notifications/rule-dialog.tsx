import { api, unwrap } from '../../../api/client.js';
import type { Api } from '../../../api/shapes.js';
import { Checks } from '../../../parts/form/checks.js';
import { Fields, type Form, type FormField, useForm } from '../../../parts/form/fields.js';
import { type DialogProps, FormDialog } from '../../../parts/form/form-dialog.js';
import { HostsPicker } from '../../../parts/hosts/hosts-picker.js';
import { TemplatesPicker } from '../../../parts/tasks/templates-picker.js';
import { EVENTS, ruleForm, type RuleForm, ruleRequest, SEVERITIES } from './rule-form.js';

interface RuleDialogProps extends DialogProps {
  /** absent: a new one */
  rule?: Api<'NotificationRule'>;
  channels: readonly Api<'NotificationChannel'>[];
  groups: readonly Api<'Group'>[];
}

/** Adds a rule, or changes one. */
export function RuleDialog({ rule, channels, groups, ...ends }: RuleDialogProps) {
  const form = useForm(ruleForm(rule, channels[0]?.id ?? 0));
  const { events } = form.values;
  return (
    <FormDialog
      {...ends}
      title={rule ? 'Edit the rule' : 'Add a rule'}
      submit={rule ? 'Save' : 'Add'}
      hint={events.length === 0 ? 'Choose an event first' : null}
      run={() => save(rule, form.values)}
      done={rule ? 'Rule changed' : 'Rule added'}
    >
      <Fields of={form} fields={[channelField(channels)]} />
      <Checks
        legend="Events"
        options={EVENTS}
        chosen={events}
        onChange={(chosen) => form.change({ events: chosen })}
      />
      <Fields of={form} fields={limitFields(events)} />
      <Places form={form} groups={groups} />
      <Fields of={form} fields={[DIGEST]} />
    </FormDialog>
  );
}

type RuleField = FormField<keyof RuleForm>;

const channelField = (channels: RuleDialogProps['channels']): RuleField => ({
  name: 'channel_id',
  label: 'Channel',
  options: channels.map(({ id, name }) => [id, name]),
});

/** Which findings, and the times of the chosen events that have one. */
const limitFields = (events: RuleForm['events']): (RuleField | false)[] => [
  {
    name: 'severity',
    label: 'Findings',
    help: 'Known exploited ones are sent in any case.',
    options: [['', 'all'], ...SEVERITIES.map((name) => [name, `${name} and worse`] as const)],
  },
  {
    name: 'risk_min',
    label: 'Risk at least',
    kind: 'number',
    help: '0 to 100; empty: any.',
    min: 0,
    max: 100,
  },
  events.includes('agent.offline') && {
    name: 'offline_minutes',
    label: 'Minutes that an agent is silent',
    kind: 'number',
    min: 0,
  },
  events.some((event) => event.endsWith('.expiring')) && {
    name: 'expiring_days',
    label: 'Days before the end',
    kind: 'number',
    min: 0,
  },
];

const DIGEST: RuleField = {
  name: 'digest',
  label: 'When',
  options: [
    ['', 'at once'],
    ['daily', 'once a day'],
    ['weekly', 'once a week'],
  ],
};

interface PlacesProps {
  form: Form<RuleForm>;
  groups: readonly Api<'Group'>[];
}

/** Where: without a choice, all hosts and templates. */
function Places({ form: { values, change }, groups }: PlacesProps) {
  return (
    <>
      {groups.length > 0 && (
        <Checks
          legend="Only hosts of these groups"
          options={groups.map(({ id, name }) => [id, name] as const)}
          chosen={values.group_ids}
          onChange={(group_ids) => change({ group_ids })}
        />
      )}
      <HostsPicker
        legend="Only these hosts, beside those of groups"
        chosen={values.host_ids}
        onChange={(host_ids) => change({ host_ids })}
      />
      <TemplatesPicker
        legend="Only tasks of these templates"
        chosen={values.template_ids}
        onChange={(template_ids) => change({ template_ids })}
      />
    </>
  );
}

async function save(rule: Api<'NotificationRule'> | undefined, form: RuleForm): Promise<unknown> {
  const body = ruleRequest(form);
  if (!rule) return unwrap(api.POST('/notification-rules', { body }));
  return unwrap(api.PUT('/notification-rules/{id}', { params: { path: { id: rule.id } }, body }));
}
