import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../api/client.js';
import { navigate } from '../../app/router.js';
import { Field } from '../form/field.js';
import { FormDialog } from '../form/form-dialog.js';
import { plural } from '../text/plural.js';
import { countChosen, type ChosenHosts } from './chosen-hosts.js';

interface ScanDialogProps {
  chosen: ChosenHosts;
  /** proposed name of the template */
  name: string;
  onClose: () => void;
}

/** Scans hosts now: makes a template, whose task starts at once, and opens the task. */
export function ScanDialog({ chosen, name, onClose }: ScanDialogProps) {
  const title = useSignal(name);
  const count = countChosen(chosen);
  async function run(): Promise<void> {
    const hosts = 'ids' in chosen ? chosen.ids : chosen;
    const body = { name: title.value, type: 'pentest' as const, hosts, enabled: true };
    const { data: template } = await unwrap(api.POST('/api/v1/templates/', { body }));
    const query = { templates_id: template.id, limit: 1 };
    const { data: tasks } = await unwrap(api.GET('/api/v1/tasks/', { params: { query } }));
    navigate(tasks[0] ? `tasks/${tasks[0].id}` : `templates/${template.id}`);
  }
  return (
    <FormDialog
      title={`Scan ${plural(count, 'host')} now`}
      submit="Scan now"
      run={run}
      onClose={onClose}
    >
      <p>
        Connects to the common ports of {count === 1 ? 'this host' : 'these hosts'}. It makes a
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
