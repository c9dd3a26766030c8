import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../../api/client.js';
import type { Api } from '../../../api/shapes.js';
import { Dialog } from '../../../parts/dialog.js';
import { Fields, useForm } from '../../../parts/form/fields.js';
import { FormDialog, type DialogProps } from '../../../parts/form/form-dialog.js';
import { Command } from '../../../parts/text/command.js';

type Role = Api<'NewToken'>['role'];

const ROLES: readonly (readonly [Role, string])[] = [
  ['viewer', 'viewer: reads everything but secrets, tokens and the audit log'],
  ['operator', 'operator: runs tasks, changes hosts, accepts findings'],
  ['admin', 'admin: everything'],
];

/** Creates a token and shows it once. */
export function NewTokenDialog({ onClose, onDone }: DialogProps) {
  const form = useForm<{ name: string; role: Role; lastDay: string }>({
    name: '',
    role: 'viewer',
    lastDay: '',
  });
  const created = useSignal<Api<'TokenWithText'> | null>(null);
  async function run(): Promise<void> {
    const { name, role, lastDay } = form.values;
    const body = { name, role, expires_at: lastDay === '' ? null : `${lastDay}T23:59:59Z` };
    created.value = (await unwrap(api.POST('/tokens', { body }))).data;
  }
  if (created.value)
    return (
      <Dialog title={`The token ${created.value.name}`} isRequired>
        <p>It is shown only now: copy it to where it is used.</p>
        <Command text={created.value.token} />
        <div class="buttons">
          <button type="button" class="primary" onClick={onClose}>
            Done
          </button>
        </div>
      </Dialog>
    );
  return (
    <FormDialog
      title="Create a token"
      submit="Create"
      staysOpen
      run={run}
      onDone={onDone}
      onClose={onClose}
    >
      <Fields
        of={form}
        fields={[
          {
            name: 'name',
            label: 'Name',
            help: 'Of the program or the person; the audit log shows it.',
          },
          { name: 'role', label: 'Role', options: ROLES },
          {
            name: 'lastDay',
            label: 'Last day',
            kind: 'date',
            help: 'In UTC; empty: it does not end.',
          },
        ]}
      />
    </FormDialog>
  );
}
