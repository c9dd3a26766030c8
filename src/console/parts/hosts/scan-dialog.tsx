import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../api/client.js';
import { navigate } from '../../app/router.js';
import { Field } from '../form/field.js';
import { FormDialog } from '../form/form-dialog.js';
import { plural } from '../text/plural.js';

interface ScanDialogProps {
  ids: readonly number[];
  /** proposed name of the template */
  name: string;
  onClose: () => void;
}

/** Scans hosts now: makes a template, whose task starts at once, and opens the task. */
export function ScanDialog({ ids, name, onClose }: ScanDialogProps) {
  const title = useSignal(name);
  async function run(): Promise<void> {
    const body = { name: title.value, type: 'pentest' as const, hosts: [...ids], enabled: true };
    const { data: template } = await unwrap(api.POST('/api/v1/templates/', { body }));
    const query = { templates_id: template.id, limit: 1 };
    const { data: tasks } = await unwrap(api.GET('/api/v1/tasks/', { params: { query } }));
    navigate(tasks[0] ? `tasks/${tasks[0].id}` : `templates/${template.id}`);
  }
  return (
    <FormDialog
      title={`Scan ${plural(ids.length, 'host')} now`}
      submit="Scan now"
      run={run}
      onClose={onClose}
    >
      <p>
        Connects to the common ports of {ids.length === 1 ? 'this host' : 'these hosts'}. It makes a
        template, so that it can be repeated and compared; the task starts at once.
      </p>
      <Field label="Name of the template">
        <input
          required
          maxLength={255}
          value={title.value}
          onInput={(event) => (title.value = event.currentTarget.value)}
        />
      </Field>
    </FormDialog>
  );
}
