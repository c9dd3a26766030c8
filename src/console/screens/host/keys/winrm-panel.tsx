import { api, unwrap } from '../../../api/client.js';
import type { Api } from '../../../api/shapes.js';
import { useActions } from '../../../parts/form/actions.js';
import { Fields, useForm } from '../../../parts/form/fields.js';
import { type DialogProps, FormDialog } from '../../../parts/form/form-dialog.js';
import { Command } from '../../../parts/text/command.js';
import { ExactTime } from '../../../parts/time.js';

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
  const { buttons, dialog } = useActions([
    {
      label: 'Pin a certificate',
      needs: 'admin',
      dialog: (close) => <PinDialog id={id} onClose={close} onDone={reload} />,
    },
    {
      label: 'Forget the certificate',
      needs: 'admin',
      isFor: () => certificate !== null,
      dialog: (close) => <ForgetDialog id={id} onClose={close} onDone={reload} />,
    },
  ]);
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
      <div class="buttons">{buttons}</div>
      {dialog}
    </section>
  );
}

function PinDialog({ id, ...ends }: DialogProps & { id: number }) {
  const form = useForm({ fingerprint_sha256: '' });
  const body = { fingerprint_sha256: form.values.fingerprint_sha256.trim() };
  return (
    <FormDialog
      {...ends}
      title="Pin a WinRM certificate"
      submit="Pin"
      run={() =>
        unwrap(api.PUT('/hosts/{id}/winrm-certificate', { params: { path: { id } }, body }))
      }
      done="Certificate pinned"
    >
      <p>Read it on the host itself, in PowerShell:</p>
      <Command text={READ_COMMAND} />
      <Fields
        of={form}
        fields={[
          {
            name: 'fingerprint_sha256',
            label: 'SHA-256 of the certificate',
            help: '64 hexadecimal digits, with or without colons.',
          },
        ]}
      />
    </FormDialog>
  );
}

const ForgetDialog = ({ id, ...ends }: DialogProps & { id: number }) => (
  <FormDialog
    {...ends}
    title="Forget the WinRM certificate?"
    submit="Forget"
    isDangerous
    run={() => unwrap(api.DELETE('/hosts/{id}/winrm-certificate', { params: { path: { id } } }))}
    done="Certificate forgotten"
  >
    <p>
      The next login of an admin over HTTPS pins the certificate that the host then has. Do it only
      after a renewal.
    </p>
  </FormDialog>
);
