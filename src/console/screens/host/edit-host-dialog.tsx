import { api, unwrap } from '../../api/client.js';
import type { Api } from '../../api/shapes.js';
import { Fields, useForm } from '../../parts/form/fields.js';
import { type DialogProps, FormDialog } from '../../parts/form/form-dialog.js';

/** Changes name, address and description of a host. */
export function EditHostDialog({ host, ...ends }: DialogProps & { host: Api<'Host'> }) {
  const { id, hostname, current_ip, description } = host;
  const form = useForm({ hostname, current_ip, description });
  const changed = Object.entries(form.values).filter(
    ([name, value]) => value !== host[name as keyof typeof form.values],
  );
  return (
    <FormDialog
      {...ends}
      title="Edit host"
      submit="Save"
      run={() =>
        unwrap(
          api.PUT('/hosts/{id}', { params: { path: { id } }, body: Object.fromEntries(changed) }),
        )
      }
      done="Host changed"
    >
      <Fields
        of={form}
        fields={[
          { name: 'hostname', label: 'Name', isOptional: true, maxLength: 255 },
          { name: 'current_ip', label: 'Address' },
          { name: 'description', label: 'Description', isOptional: true, rows: 3 },
        ]}
      />
    </FormDialog>
  );
}
