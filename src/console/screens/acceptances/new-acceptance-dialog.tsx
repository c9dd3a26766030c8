import { useSignal } from '@preact/signals';
import { AcceptDialog } from '../../parts/accept/accept-dialog.js';
import { Field } from '../../parts/form/field.js';
import { FormDialog } from '../../parts/form/form-dialog.js';
import { api, unwrap } from '../../api/client.js';

interface NewAcceptanceDialogProps {
  onClose: () => void;
  onAccepted: () => void;
}

/** Asks for the vulnerability first, and offers the places where it is. */
export function NewAcceptanceDialog({ onClose, onAccepted }: NewAcceptanceDialogProps) {
  const id = useSignal('');
  const places = useSignal<readonly string[] | null>(null);
  if (places.value !== null)
    return (
      <AcceptDialog
        vulnerability={id.value}
        places={places.value}
        onClose={onClose}
        onAccepted={onAccepted}
      />
    );
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
        id.value = data.vulnerability_id;
        places.value = data.packages.map((name) => `package ${name}`);
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
