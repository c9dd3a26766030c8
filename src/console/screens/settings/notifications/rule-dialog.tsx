import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../../api/client.js';
import type { Api } from '../../../api/shapes.js';
import { Field } from '../../../parts/form/field.js';
import { FormDialog } from '../../../parts/form/form-dialog.js';
import { HostsPicker } from '../../../parts/hosts/hosts-picker.js';
import { TemplatesPicker } from '../../../parts/tasks/templates-picker.js';
import { announce } from '../../../parts/toast.js';
import { EVENTS, ruleForm, ruleRequest, SEVERITIES, toggled, type RuleForm } from './rule-form.js';

interface RuleDialogProps {
  /** absent: a new one */
  rule?: Api<'NotificationRule'>;
  channels: readonly Api<'NotificationChannel'>[];
  groups: readonly Api<'Group'>[];
  onClose: () => void;
  onSaved: () => void;
}

/** Adds a rule, or changes one. */
export function RuleDialog({ rule, channels, groups, onClose, onSaved }: RuleDialogProps) {
  const form = useSignal(ruleForm(rule, channels[0]?.id ?? 0));
  const { channel_id, events, severity, digest, risk_min } = form.value;
  const change = (fields: Partial<RuleForm>): void => {
    form.value = { ...form.value, ...fields };
  };
  async function run(): Promise<void> {
    await save(rule, form.value);
    announce(rule ? 'Rule changed' : 'Rule added');
    onSaved();
  }
  const channelOptions = channels.map(({ id, name }) => [`${id}`, name] as const);
  return (
    <FormDialog
      title={rule ? 'Edit the rule' : 'Add a rule'}
      submit={rule ? 'Save' : 'Add'}
      hint={events.length === 0 ? 'Choose an event first' : null}
      run={run}
      onClose={onClose}
    >
      <Choice
        label="Channel"
        value={`${channel_id}`}
        options={channelOptions}
        onChange={(id) => change({ channel_id: Number(id) })}
      />
      <Checks
        legend="Events"
        options={EVENTS}
        chosen={events}
        onToggle={(event) => change({ events: toggled(events, event) })}
      />
      <Choice
        label="Findings"
        help="Known exploited ones are sent in any case."
        value={severity}
        options={[['', 'all'], ...SEVERITIES.map((name) => [name, `${name} and worse`] as const)]}
        onChange={(value) => change({ severity: value })}
      />
      <NumberField
        label="Risk at least"
        help="0 to 100; empty: any."
        value={risk_min}
        max={100}
        onChange={(value) => change({ risk_min: value })}
      />
      <EventLimits form={form.value} change={change} />
      <Places form={form.value} groups={groups} change={change} />
      <Choice
        label="When"
        value={digest}
        options={[
          ['', 'at once'],
          ['daily', 'once a day'],
          ['weekly', 'once a week'],
        ]}
        onChange={(value) => change({ digest: value })}
      />
    </FormDialog>
  );
}

interface PlacesProps {
  form: RuleForm;
  groups: readonly Api<'Group'>[];
  change: (fields: Partial<RuleForm>) => void;
}

/** Where: without a choice, all hosts and templates. */
function Places({ form: { group_ids, host_ids, template_ids }, groups, change }: PlacesProps) {
  return (
    <>
      {groups.length > 0 && (
        <Checks
          legend="Only hosts of these groups"
          options={groups.map(({ id, name }) => [id, name] as const)}
          chosen={group_ids}
          onToggle={(id) => change({ group_ids: toggled(group_ids, id) })}
        />
      )}
      <HostsPicker
        legend="Only these hosts, beside those of groups"
        chosen={host_ids}
        onChange={(ids) => change({ host_ids: ids })}
      />
      <TemplatesPicker
        legend="Only tasks of these templates"
        chosen={template_ids}
        onChange={(ids) => change({ template_ids: ids })}
      />
    </>
  );
}

async function save(rule: Api<'NotificationRule'> | undefined, form: RuleForm): Promise<void> {
  const body = ruleRequest(form);
  if (!rule) await unwrap(api.POST('/notification-rules', { body }));
  else
    await unwrap(api.PUT('/notification-rules/{id}', { params: { path: { id: rule.id } }, body }));
}

interface ChoiceProps {
  label: string;
  help?: string;
  value: string;
  options: readonly (readonly [value: string, text: string])[];
  onChange: (value: string) => void;
}

function Choice({ label, help, value, options, onChange }: ChoiceProps) {
  return (
    <Field label={label} help={help}>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}

interface EventLimitsProps {
  form: RuleForm;
  change: (fields: Partial<RuleForm>) => void;
}

/** The times of the chosen events that have one. */
function EventLimits({ form, change }: EventLimitsProps) {
  const { events, offline_minutes, expiring_days } = form;
  return (
    <>
      {events.includes('agent.offline') && (
        <NumberField
          label="Minutes that an agent is silent"
          value={offline_minutes}
          onChange={(value) => change({ offline_minutes: value })}
        />
      )}
      {events.some((event) => event.endsWith('.expiring')) && (
        <NumberField
          label="Days before the end"
          value={expiring_days}
          onChange={(value) => change({ expiring_days: value })}
        />
      )}
    </>
  );
}

interface NumberFieldProps {
  label: string;
  help?: string;
  value: string;
  max?: number;
  onChange: (value: string) => void;
}

function NumberField({ label, help, value, max, onChange }: NumberFieldProps) {
  return (
    <Field label={label} help={help}>
      <input
        type="number"
        min={0}
        max={max}
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </Field>
  );
}

interface ChecksProps<T> {
  legend: string;
  options: readonly (readonly [value: T, text: string])[];
  chosen: readonly T[];
  onToggle: (value: T) => void;
}

function Checks<T extends string | number>({ legend, options, chosen, onToggle }: ChecksProps<T>) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {options.map(([value, text]) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={() => onToggle(value)}
          />{' '}
          {text}
        </label>
      ))}
    </fieldset>
  );
}
