import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../api/client.js';
import { useResource } from '../../api/resource.js';
import { Failure } from '../failure.js';
import { FormDialog } from '../form/form-dialog.js';
import { plural } from '../text/plural.js';
import { now } from '../time.js';
import { announce } from '../toast.js';
import { coverText, isStorable, type Selected } from './accept-many.js';
import { acceptanceReason, hostsOf, type AcceptanceForm } from './acceptance-form.js';
import { dayAfter, endOfDay } from './days.js';
import { HostsField } from './hosts-field.js';
import { ReasonFields } from './reason-fields.js';

interface AcceptManyDialogProps {
  selected: Selected;
  onClose: () => void;
  onAccepted: () => void;
}

const DEFAULT_DAYS = 90;
const EACH = 'each';

/** Accepts many findings. It says how many on how many hosts before; if others match then, nothing is stored. */
export function AcceptManyDialog({ selected, onClose, onAccepted }: AcceptManyDialogProps) {
  const form = useSignal<AcceptanceForm>({
    hosts: EACH,
    place: 'all',
    reason: '',
    lastDay: dayAfter(now.value, DEFAULT_DAYS),
    justification: '',
  });
  const set = (changes: Partial<AcceptanceForm>): void => {
    form.value = { ...form.value, ...changes };
  };
  const bodyOf = (value: AcceptanceForm) => ({
    ...selected,
    ...acceptanceReason(value, endOfDay),
    ...(value.hosts !== EACH && hostsOf(value.hosts)),
  });
  const asked = { ...bodyOf({ ...form.value, reason: 'preview', lastDay: '' }), dry_run: true };
  const preview = useResource(JSON.stringify(asked), (signal) =>
    unwrap(api.POST('/acceptances/bulk', { body: asked, signal })),
  );
  const cover = preview.isLoading ? undefined : preview.data?.data;
  async function run(): Promise<void> {
    const body = { ...bodyOf(form.value), dry_run: false, expected: cover?.findings ?? 0 };
    const { data } = await unwrap(api.POST('/acceptances/bulk', { body }));
    announce(`Accepted: ${plural(data.findings, 'finding')} on ${plural(data.hosts, 'host')}`);
    onAccepted();
  }
  const missing = form.value.reason.trim() === '' ? 'A reason is needed' : null;
  const refused = cover && !isStorable(cover) ? 'This selection cannot be accepted' : missing;
  return (
    <FormDialog
      title="Accept many findings"
      submit="Accept"
      hint={cover ? refused : 'Counting…'}
      run={run}
      onClose={onClose}
    >
      <HostsField
        narrow={[[EACH, 'each on its host']]}
        value={form.value.hosts}
        onChange={(hosts) => set({ hosts })}
      />
      {preview.error && <Failure error={preview.error} retry={preview.reload} />}
      <p role="status">{cover ? coverText(cover) : 'Counting…'}</p>
      <ReasonFields form={form.value} set={set} />
    </FormDialog>
  );
}
