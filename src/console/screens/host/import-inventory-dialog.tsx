import { useSignal } from '@preact/signals';
import type { Api } from '../../api/shapes.js';
import { uploadFile } from '../../api/upload.js';
import { Field } from '../../parts/form/field.js';
import { FormDialog } from '../../parts/form/form-dialog.js';
import { Command } from '../../parts/text/command.js';
import { announce } from '../../parts/toast.js';

interface ImportInventoryDialogProps {
  host: Api<'Host'>;
  onClose: () => void;
  onImported: () => void;
}

/** Stores a report that was collected on the host: for hosts without an agent and without a login. */
export function ImportInventoryDialog({ host, onClose, onImported }: ImportInventoryDialogProps) {
  const file = useSignal<File | null>(null);
  async function run(): Promise<void> {
    if (!file.value) return;
    await uploadFile(`hosts/${host.id}/inventory`, file.value, () => undefined);
    announce('Inventory imported');
    onImported();
  }
  return (
    <FormDialog
      title="Import an inventory"
      submit="Import"
      hint={file.value ? null : 'Choose a file first'}
      run={run}
      onClose={onClose}
    >
      <p>The report of this host. Collect it there:</p>
      <Command text="sh hostwarden-agent.sh collect > report" />
      <Field label="File" help="Plain or gzip, as it was printed.">
        <input
          type="file"
          onChange={(event) => (file.value = event.currentTarget.files?.[0] ?? null)}
        />
      </Field>
    </FormDialog>
  );
}
