import { api, unwrap } from '../../api/client.js';
import { read } from '../../api/read.js';
import { navigate } from '../../app/router.js';
import { Fields, useForm } from '../form/fields.js';
import { FormDialog } from '../form/form-dialog.js';
import { plural } from '../text/plural.js';
import { type ChosenHosts, countChosen } from './chosen-hosts.js';

interface ScanDialogProps {
  chosen: ChosenHosts;
  /** proposed name of the template */
  name: string;
  onClose: () => void;
}

/** Scans hosts now: makes a template, whose task starts at once, and opens the task. */
export function ScanDialog({ chosen, name, onClose }: ScanDialogProps) {
  const form = useForm({ name });
  const count = countChosen(chosen);
  async function run(): Promise<void> {
    const hosts = 'ids' in chosen ? chosen.ids : chosen;
    const body = { ...form.values, type: 'pentest' as const, hosts, enabled: true };
    const { data: template } = await unwrap(api.POST('/api/v1/templates/', { body }));
    const query = { templates_id: template.id, limit: 1 };
    const { data: tasks } = await read('/api/v1/tasks/', { query });
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
      <Fields
        of={form}
        fields={[{ name: 'name', label: 'Name of the template', maxLength: 255 }]}
      />
    </FormDialog>
  );
}
