import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../../api/client.js';
import type { Api } from '../../../api/shapes.js';
import { Field } from '../../../parts/form/field.js';
import { FormDialog } from '../../../parts/form/form-dialog.js';
import { Command } from '../../../parts/text/command.js';
import { announce } from '../../../parts/toast.js';

type KeyType = Api<'NewSshHostKey'>['type'];

const TYPES: readonly KeyType[] = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'ssh-rsa',
];

interface PinKeyDialogProps {
  id: number;
  onClose: () => void;
  onPinned: () => void;
}

/** Pins the key that was read on the host itself: logins to any other are refused. */
export function PinKeyDialog({ id, onClose, onPinned }: PinKeyDialogProps) {
  const type = useSignal<KeyType>('ssh-ed25519');
  const fingerprint = useSignal('');
  async function run(): Promise<void> {
    const body = { type: type.value, fingerprint_sha256: fingerprint.value.trim() };
    await unwrap(api.PUT('/hosts/{id}/ssh-host-key', { params: { path: { id } }, body }));
    announce('Key pinned');
    onPinned();
  }
  return (
    <FormDialog title="Pin an SSH host key" submit="Pin" run={run} onClose={onClose}>
      <p>Read it on the host itself:</p>
      <Command text="ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub" />
      <Field label="Type">
        <select
          value={type.value}
          onChange={(event) => (type.value = event.currentTarget.value as KeyType)}
        >
          {TYPES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </Field>
      <Field label="Fingerprint">
        <input
          required
          spellcheck={false}
          placeholder="SHA256:…"
          value={fingerprint.value}
          onInput={(event) => (fingerprint.value = event.currentTarget.value)}
        />
      </Field>
    </FormDialog>
  );
}

interface ForgetKeyDialogProps {
  id: number;
  onClose: () => void;
  onForgotten: () => void;
}

/** Forgets the pinned key: the next login pins that of the host again. */
export function ForgetKeyDialog({ id, onClose, onForgotten }: ForgetKeyDialogProps) {
  async function run(): Promise<void> {
    await unwrap(api.DELETE('/hosts/{id}/ssh-host-key', { params: { path: { id } } }));
    announce('Key forgotten');
    onForgotten();
  }
  return (
    <FormDialog
      title="Forget the SSH host key?"
      submit="Forget"
      isDangerous
      run={run}
      onClose={onClose}
    >
      <p>
        The next login pins the key that the host then has. Do it only after the host was installed
        again.
      </p>
    </FormDialog>
  );
}
