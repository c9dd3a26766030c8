import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../../api/client.js';
import type { Api } from '../../../api/shapes.js';
import { Dialog } from '../../../parts/dialog.js';
import { Field } from '../../../parts/form/field.js';
import { FormDialog } from '../../../parts/form/form-dialog.js';
import { TextField } from '../../../parts/form/text-field.js';
import { Command } from '../../../parts/text/command.js';

type Role = Api<'NewToken'>['role'];

interface NewTokenDialogProps {
  onClose: () => void;
  onCreated: () => void;
}

const ROLES: readonly (readonly [Role, string])[] = [
  ['viewer', 'viewer: reads everything but secrets, tokens and the audit log'],
  ['operator', 'operator: runs tasks, changes hosts, accepts findings'],
  ['admin', 'admin: everything'],
];

/** Creates a token and shows it once. */
export function NewTokenDialog({ onClose, onCreated }: NewTokenDialogProps) {
  const name = useSignal('');
  const role = useSignal<Role>('viewer');
  const lastDay = useSignal('');
  const created = useSignal<Api<'TokenWithText'> | null>(null);
  async function run(): Promise<void> {
    const expires_at = lastDay.value === '' ? null : `${lastDay.value}T23:59:59Z`;
    const body = { name: name.value, role: role.value, expires_at };
    created.value = (await unwrap(api.POST('/tokens', { body }))).data;
    onCreated();
  }
  if (created.value) return <CreatedToken token={created.value} onClose={onClose} />;
  return (
    <FormDialog
      title="Create a token"
      submit="Create"
      run={run}
      onClose={() => created.value ?? onClose()}
    >
      <TextField
        label="Name"
        help="Of the program or the person; the audit log shows it."
        value={name.value}
        onChange={(text) => (name.value = text)}
      />
      <Field label="Role">
        <select
          value={role.value}
          onChange={(event) => (role.value = event.currentTarget.value as Role)}
        >
          {ROLES.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </Field>
      <Field label="Last day" help="In UTC; empty: it does not end.">
        <input
          type="date"
          value={lastDay.value}
          onInput={(event) => (lastDay.value = event.currentTarget.value)}
        />
      </Field>
    </FormDialog>
  );
}

interface CreatedTokenProps {
  token: Api<'TokenWithText'>;
  onClose: () => void;
}

function CreatedToken({ token: { name, token }, onClose }: CreatedTokenProps) {
  return (
    <Dialog title={`The token ${name}`} isRequired>
      <p>It is shown only now: copy it to where it is used.</p>
      <Command text={token} />
      <div class="buttons">
        <button type="button" class="primary" onClick={onClose}>
          Done
        </button>
      </div>
    </Dialog>
  );
}
