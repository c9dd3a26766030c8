import { useSignal } from '@preact/signals';
import { asApiError } from '../../api/problem.js';
import { roleHint } from '../../api/session.js';
import type { Api } from '../../api/shapes.js';
import { navigate } from '../../app/router.js';
import { Checks } from '../../parts/form/checks.js';
import { Fields } from '../../parts/form/fields.js';
import type { Named } from '../../parts/form/found-picker.js';
import { HostsPicker } from '../../parts/hosts/hosts-picker.js';
import { useGroups } from '../../parts/hosts/use-groups.js';
import { countText, plural } from '../../parts/text/plural.js';
import { countTargets, formHint, type FormState } from './form-state.js';
import type { KnownStarts } from './known-starts.js';
import { ParamFields } from './param-fields.js';
import { paramsHint } from './params-hint.js';
import { saveTemplate } from './save-template.js';
import { estimateText } from './scan-estimate.js';
import { ScheduleFields } from './schedule-fields.js';
import { paramFields } from './schema-fields.js';

interface TemplateFormProps {
  /** of the template to change; null: a new one */
  id: number | null;
  /** a stored type stays */
  isTypeFixed: boolean;
  types: readonly Api<'TaskType'>[];
  /** the values to begin with */
  form: FormState;
  /** those whose names are known */
  hosts: readonly Named[];
  starts: KnownStarts | null;
}

/** The form of a template. Typed values stay when it is refused. */
export function TemplateForm({
  id,
  types,
  isTypeFixed,
  hosts,
  starts,
  ...start
}: TemplateFormProps) {
  const form = useSignal(start.form);
  const error = useSignal<string | null>(null);
  const isBusy = useSignal(false);
  const groups = useGroups();
  const change = (changes: Partial<FormState>): void => {
    form.value = { ...form.value, ...changes };
  };
  const type = types.find((known) => known.type === form.value.type);
  const fields = type ? paramFields(type.params_schema, type.defaults) : [];
  const hint =
    roleHint('operator') ??
    formHint(form.value) ??
    (type ? paramsHint(type.params_schema, fields, form.value.params) : null);
  const count = countTargets(form.value, groups);
  async function save(runs: boolean): Promise<void> {
    if (isBusy.value || hint !== null) return;
    isBusy.value = true;
    error.value = null;
    try {
      navigate(await saveTemplate({ id, form: form.value, fields, runs }));
    } catch (thrown) {
      error.value = asApiError(thrown).message;
    } finally {
      isBusy.value = false;
    }
  }
  return (
    <form
      class="form panel"
      onSubmit={(event) => {
        event.preventDefault();
        void save(false);
      }}
    >
      <Fields
        of={{ values: form.value, change }}
        fields={[{ name: 'name', label: 'Name', maxLength: 255 }]}
      />
      <TypeField {...{ isTypeFixed, types, form: form.value, change }} />
      <HostsPicker
        chosen={form.value.hosts}
        known={hosts}
        onChange={(chosen) => change({ hosts: chosen })}
      />
      <GroupChecks groups={groups} chosen={form.value.groups} change={change} />
      <p role="status">
        {count === 0 ? 'No host is chosen' : `${plural(count, 'host')} now`}
        {form.value.groups.length > 0 && '; the members of groups are read at each start'}.
      </p>
      <ParamFields
        fields={fields}
        values={form.value.params}
        onChange={(params) => change({ params })}
      />
      <Estimate type={type} form={form.value} />
      <ScheduleFields form={form.value} change={change} starts={starts} />
      <p class="error" role="alert">
        {error.value}
      </p>
      <SaveButtons hint={hint} isBusy={isBusy.value} onRun={() => void save(true)} />
    </form>
  );
}

interface GroupChecksProps {
  groups: readonly Api<'Group'>[];
  chosen: readonly number[];
  change: (changes: Pick<FormState, 'groups'>) => void;
}

/** The groups, each with its number of hosts. Hosts that join a group later are checked too. */
function GroupChecks({ groups, chosen, change }: GroupChecksProps) {
  if (groups.length === 0) return null;
  const options = groups.map(
    ({ id, name, host_ids }) => [id, name, plural(host_ids.length, 'host')] as const,
  );
  return (
    <Checks
      legend="Groups"
      options={options}
      chosen={chosen}
      onChange={(ids) => change({ groups: ids })}
    />
  );
}

interface SaveButtonsProps {
  /** why it cannot be saved; null: it can */
  hint: string | null;
  isBusy: boolean;
  onRun: () => void;
}

function SaveButtons({ hint, isBusy, onRun }: SaveButtonsProps) {
  const state = { title: hint ?? undefined, disabled: isBusy || hint !== null };
  return (
    <div class="buttons">
      <button type="submit" class="primary" {...state}>
        Save
      </button>
      <button type="button" {...state} onClick={onRun}>
        Save and run
      </button>
      {hint !== null && <span class="muted">{hint}</span>}
    </div>
  );
}

interface TypeFieldProps extends Pick<TemplateFormProps, 'isTypeFixed' | 'types' | 'form'> {
  change: (changes: Partial<FormState>) => void;
}

/** The type; that of a stored template stays, and so does that of its copy. */
function TypeField({ isTypeFixed, types, form, change }: TypeFieldProps) {
  const type = types.find((known) => known.type === form.type);
  return (
    <Fields
      of={{ values: { type: form.type }, change: (chosen) => change({ ...chosen, params: {} }) }}
      fields={[
        {
          name: 'type',
          label: 'Type',
          help: type?.description,
          disabled: isTypeFixed,
          options: types.map(({ type: value, label }) => [value, label]),
        },
      ]}
    />
  );
}

/** How long one host takes, and which ports are meant. */
function Estimate({ type, form }: { type: Api<'TaskType'> | undefined; form: FormState }) {
  const { ports = '', speed = '' } = form.params;
  const text = type ? estimateText(type, ports, speed) : null;
  if (!type || text === null) return null;
  const { default_ports: defaults } = type;
  return (
    <>
      <p role="status">{text}.</p>
      {ports.trim() === '' && defaults !== null && (
        <details>
          <summary>The {countText(defaults.count)} ports</summary>
          <p class="muted">
            TCP: {defaults.tcp}
            {defaults.udp !== '' && `; UDP: ${defaults.udp}`}
          </p>
        </details>
      )}
    </>
  );
}
