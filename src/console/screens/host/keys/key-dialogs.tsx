import { api, unwrap } from '../../../api/client.js';
import type { Api } from '../../../api/shapes.js';
import { Fields, useForm } from '../../../parts/form/fields.js';
import { type DialogProps, FormDialog } from '../../../parts/form/form-dialog.js';
import { Command } from '../../../parts/text/command.js';

type KeyType = Api<'NewSshHostKey'>['type'];

const TYPES: readonly KeyType[] = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'ssh-rsa',
];

/** Pins the key that was read on the host itself: logins to any other are refused. */
export function PinKeyDialog({ id, ...ends }: DialogProps & { id: number }) {
  const form = useForm<Pick<Api<'NewSshHostKey'>, 'type' | 'fingerprint_sha256'>>({
    type: 'ssh-ed25519',
    fingerprint_sha256: '',
  });
  const { type, fingerprint_sha256: fingerprint } = form.values;
  const body = { type, fingerprint_sha256: fingerprint.trim() };
  return (
    <FormDialog
      {...ends}
      title="Pin an SSH host key"
      submit="Pin"
      run={() => unwrap(api.PUT('/hosts/{id}/ssh-host-key', { params: { path: { id } }, body }))}
      done="Key pinned"
    >
      <p>Read it on the host itself:</p>
      <Command text="ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub" />
      <Fields
        of={form}
        fields={[
          { name: 'type', label: 'Type', options: TYPES.map((name) => [name, name]) },
          { name: 'fingerprint_sha256', label: 'Fingerprint', placeholder: 'SHA256:…' },
        ]}
      />
    </FormDialog>
  );
}

/** Forgets the pinned key: the next login pins that of the host again. */
export const ForgetKeyDialog = ({ id, ...ends }: DialogProps & { id: number }) => (
  <FormDialog
    {...ends}
    title="Forget the SSH host key?"
    submit="Forget"
    isDangerous
    run={() => unwrap(api.DELETE('/hosts/{id}/ssh-host-key', { params: { path: { id } } }))}
    done="Key forgotten"
  >
    <p>
      The next login pins the key that the host then has. Do it only after the host was installed
      again.
    </p>
  </FormDialog>
);
