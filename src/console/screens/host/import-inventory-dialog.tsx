import type { Api } from '../../api/shapes.js';
import { uploadFile } from '../../api/upload.js';
import { Fields, useForm } from '../../parts/form/fields.js';
import { type DialogProps, FormDialog } from '../../parts/form/form-dialog.js';
import { Command } from '../../parts/text/command.js';

/** Stores a report that was collected on the host: for hosts without an agent and without a login. */
export function ImportInventoryDialog({ host, ...ends }: DialogProps & { host: Api<'Host'> }) {
  const form = useForm({ file: null as File | null });
  const { file } = form.values;
  return (
    <FormDialog
      {...ends}
      title="Import an inventory"
      submit="Import"
      hint={file ? null : 'Choose a file first'}
      run={async () => file && uploadFile(`hosts/${host.id}/inventory`, file, () => undefined)}
      done="Inventory imported"
    >
      <p>The report of this host. Collect it there:</p>
      <Command text="sh hostwarden-agent.sh collect > report" />
      <Fields
        of={form}
        fields={[
          { name: 'file', label: 'File', kind: 'file', help: 'Plain or gzip, as it was printed.' },
        ]}
      />
    </FormDialog>
  );
}
