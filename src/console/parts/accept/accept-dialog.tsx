import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../api/client.js';
import { Field } from '../form/field.js';
import { FormDialog } from '../form/form-dialog.js';
import { plural } from '../text/plural.js';
import { now } from '../time.js';
import { announce } from '../toast.js';
import { acceptanceBody, type AcceptanceForm } from './acceptance-form.js';
import { CoverPreview } from './cover-preview.js';
import { dayAfter, endOfDay } from './days.js';
import { HostsField } from './hosts-field.js';
import { ReasonFields } from './reason-fields.js';

interface AcceptDialogProps {
  vulnerability: string;
  /** a host that may be chosen alone */
  host?: { id: number; name: string };
  /** places that may be chosen: `package openssl`, `port 443/tcp` */
  places: readonly string[];
  onClose: () => void;
  onAccepted: () => void;
}

const DEFAULT_DAYS = 90;

/** Accepts a vulnerability: where, why and until when. It says how much it covers. */
export function AcceptDialog(props: AcceptDialogProps) {
  const { vulnerability, host, places, onClose, onAccepted } = props;
  const form = useSignal<AcceptanceForm>({
    hosts: host ? `host ${host.id}` : 'all',
    place: places[0] ?? 'all',
    reason: '',
    lastDay: dayAfter(now.value, DEFAULT_DAYS),
    justification: '',
  });
  const set = (changes: Partial<AcceptanceForm>): void => {
    form.value = { ...form.value, ...changes };
  };
  async function run(): Promise<void> {
    const { data } = await unwrap(
      api.POST('/vulnerabilities/{id}/acceptances', {
        params: { path: { id: vulnerability } },
        body: acceptanceBody(form.value, endOfDay),
      }),
    );
    announce(`Accepted: it covers ${plural(data.findings, 'open finding')}`);
    onAccepted();
  }
  return (
    <FormDialog
      title={`Accept ${vulnerability}`}
      submit="Accept"
      hint={form.value.reason.trim() === '' ? 'A reason is needed' : null}
      run={run}
      onClose={onClose}
    >
      <HostsField
        first={host ? [`host ${host.id}`, `${host.name} only`] : null}
        value={form.value.hosts}
        onChange={(hosts) => set({ hosts })}
      />
      <PlaceField places={places} value={form.value.place} onChange={(place) => set({ place })} />
      <CoverPreview vulnerability={vulnerability} hosts={form.value.hosts} />
      <ReasonFields form={form.value} set={set} />
    </FormDialog>
  );
}

interface ChoiceProps {
  value: string;
  onChange: (value: string) => void;
}

function PlaceField({ places, value, onChange }: ChoiceProps & Pick<AcceptDialogProps, 'places'>) {
  return (
    <Field label="Where on them">
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {places.map((place) => (
          <option key={place} value={place}>
            {place}
          </option>
        ))}
        <option value="all">everywhere</option>
      </select>
    </Field>
  );
}
