import { useSignal } from '@preact/signals';
import { read } from '../../api/read.js';
import { AcceptDialog } from '../../parts/accept/accept-dialog.js';
import { Fields, useForm } from '../../parts/form/fields.js';
import { type DialogProps, FormDialog } from '../../parts/form/form-dialog.js';

/** Asks for the vulnerability first, which has to be known. */
export function NewAcceptanceDialog({ onClose, onDone }: DialogProps) {
  const form = useForm({ id: '' });
  const known = useSignal<string | null>(null);
  if (known.value !== null)
    return <AcceptDialog vulnerability={known.value} onClose={onClose} onAccepted={onDone} />;
  async function run(): Promise<void> {
    const path = { id: form.values.id.trim() };
    known.value = (await read('/vulnerabilities/{id}', { path })).data.vulnerability_id;
  }
  return (
    <FormDialog title="New acceptance" submit="Next" staysOpen run={run} onClose={onClose}>
      <Fields
        of={form}
        fields={[{ name: 'id', label: 'Vulnerability', help: 'Its id, such as CVE-2024-6387' }]}
      />
    </FormDialog>
  );
}
