import { useSignal } from '@preact/signals';
import { AcceptDialog } from '../../parts/accept/accept-dialog.js';
import { Field } from '../../parts/form/field.js';
import { FormDialog } from '../../parts/form/form-dialog.js';
import { api, unwrap } from '../../api/client.js';

interface NewAcceptanceDialogProps {
  onClose: () => void;
  onAccepted: () => void;
}

/** Asks for the vulnerability first, which has to be known. */
export function NewAcceptanceDialog({ onClose, onAccepted }: NewAcceptanceDialogProps) {
  const id = useSignal('');
  const known = useSignal<string | null>(null);
  if (known.value !== null)
    return <AcceptDialog vulnerability={known.value} onClose={onClose} onAccepted={onAccepted} />;
  return (
    <FormDialog
      title="New acceptance"
      submit="Next"
      staysOpen
      run={async () => {
        const wanted = id.value.trim();
        const { data } = await unwrap(
          api.GET('/vulnerabilities/{id}', { params: { path: { id: wanted } } }),
        );
        known.value = data.vulnerability_id;
      }}
      onClose={onClose}
    >
      <Field label="Vulnerability" help="Its id, such as CVE-2024-6387">
        <input
          required
          spellcheck={false}
          value={id.value}
          onInput={(event) => (id.value = event.currentTarget.value)}
        />
      </Field>
    </FormDialog>
  );
}
