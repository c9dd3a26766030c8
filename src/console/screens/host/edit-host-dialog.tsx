import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../api/client.js';
import type { Api } from '../../api/shapes.js';
import { Field } from '../../parts/form/field.js';
import { FormDialog } from '../../parts/form/form-dialog.js';
import { announce } from '../../parts/toast.js';

interface EditHostDialogProps {
  host: Api<'Host'>;
  onClose: () => void;
  onChanged: () => void;
}

/** Changes name, address and description of a host. */
export function EditHostDialog({ host, onClose, onChanged }: EditHostDialogProps) {
  const name = useSignal(host.hostname);
  const address = useSignal(host.current_ip);
  const description = useSignal(host.description);
  async function run(): Promise<void> {
    const body = {
      ...(name.value !== host.hostname && { hostname: name.value }),
      ...(address.value !== host.current_ip && { current_ip: address.value }),
      ...(description.value !== host.description && { description: description.value }),
    };
    await unwrap(api.PUT('/hosts/{id}', { params: { path: { id: host.id } }, body }));
    announce('Host changed');
    onChanged();
  }
  return (
    <FormDialog title="Edit host" submit="Save" run={run} onClose={onClose}>
      <Field label="Name">
        <input
          maxLength={255}
          value={name.value}
          onInput={(event) => (name.value = event.currentTarget.value)}
        />
      </Field>
      <Field label="Address">
        <input
          required
          spellcheck={false}
          value={address.value}
          onInput={(event) => (address.value = event.currentTarget.value)}
        />
      </Field>
      <Field label="Description">
        <textarea
          rows={3}
          value={description.value}
          onInput={(event) => (description.value = event.currentTarget.value)}
        />
      </Field>
    </FormDialog>
  );
}
