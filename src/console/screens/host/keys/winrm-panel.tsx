import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../../api/client.js';
import type { Api } from '../../../api/shapes.js';
import { FormDialog } from '../../../parts/form/form-dialog.js';
import { RoleButton } from '../../../parts/form/role-button.js';
import { TextField } from '../../../parts/form/text-field.js';
import { Command } from '../../../parts/text/command.js';
import { ExactTime } from '../../../parts/time.js';
import { announce } from '../../../parts/toast.js';

/** Prints the certificate's SHA-256 on the Windows host. */
const READ_COMMAND =
  'Get-ChildItem Cert:\\LocalMachine\\My | ForEach-Object { $_.Subject; $_.GetCertHashString("SHA256") }';

interface WinRmPanelProps {
  id: number;
  certificate: Api<'Agent'>['winrm_certificate'];
  reload: () => void;
}

/** The certificate that the WinRM of a Windows host is known by. */
export function WinRmPanel({ id, certificate, reload }: WinRmPanelProps) {
  const open = useSignal<'pin' | 'forget' | null>(null);
  const close = (): void => {
    open.value = null;
  };
  return (
    <section class="panel" aria-labelledby="winrm-title">
      <h2 id="winrm-title">WinRM certificate</h2>
      {certificate === null ? (
        <p class="muted">None is pinned: that of the first login over HTTPS is kept.</p>
      ) : (
        <p>
          SHA-256 <code>{certificate.fingerprint_sha256}</code>
          <br />
          pinned <ExactTime at={certificate.pinned_at} />
          {certificate.confirmed ? '' : ', not confirmed by an admin'}
        </p>
      )}
      <div class="buttons">
        <RoleButton needs="admin" onClick={() => (open.value = 'pin')}>
          Pin a certificate
        </RoleButton>
        {certificate !== null && (
          <RoleButton needs="admin" onClick={() => (open.value = 'forget')}>
            Forget the certificate
          </RoleButton>
        )}
      </div>
      {open.value === 'pin' && <PinDialog id={id} onClose={close} onDone={reload} />}
      {open.value === 'forget' && <ForgetDialog id={id} onClose={close} onDone={reload} />}
    </section>
  );
}

interface WinRmDialogProps {
  id: number;
  onClose: () => void;
  onDone: () => void;
}

function PinDialog({ id, onClose, onDone }: WinRmDialogProps) {
  const fingerprint = useSignal('');
  async function run(): Promise<void> {
    const body = { fingerprint_sha256: fingerprint.value.trim() };
    await unwrap(api.PUT('/hosts/{id}/winrm-certificate', { params: { path: { id } }, body }));
    announce('Certificate pinned');
    onDone();
  }
  return (
    <FormDialog title="Pin a WinRM certificate" submit="Pin" run={run} onClose={onClose}>
      <p>Read it on the host itself, in PowerShell:</p>
      <Command text={READ_COMMAND} />
      <TextField
        label="SHA-256 of the certificate"
        help="64 hexadecimal digits, with or without colons."
        value={fingerprint.value}
        onChange={(text) => (fingerprint.value = text)}
      />
    </FormDialog>
  );
}

function ForgetDialog({ id, onClose, onDone }: WinRmDialogProps) {
  async function run(): Promise<void> {
    await unwrap(api.DELETE('/hosts/{id}/winrm-certificate', { params: { path: { id } } }));
    announce('Certificate forgotten');
    onDone();
  }
  return (
    <FormDialog
      title="Forget the WinRM certificate?"
      submit="Forget"
      isDangerous
      run={run}
      onClose={onClose}
    >
      <p>
        The next login of an admin over HTTPS pins the certificate that the host then has. Do it
        only after a renewal.
      </p>
    </FormDialog>
  );
}
