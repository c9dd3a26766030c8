import { TextField } from '../../../parts/form/text-field.js';
import { TextFileField } from '../../../parts/form/file-field.js';
import type { FormPartProps } from './credential-form.js';

interface SecretFieldsProps extends FormPartProps {
  isNew: boolean;
}

const KEPT = 'Empty: it stays as it is.';

/** The secrets of the type of a credential. Those of a stored one are never shown. */
export function SecretFields({ form, change, isNew }: SecretFieldsProps) {
  const { type, password, sudo_password } = form;
  const kept = isNew ? undefined : KEPT;
  return (
    <>
      {type === 'ssh_key' ? (
        <KeyFields form={form} change={change} isNew={isNew} />
      ) : (
        <TextField
          label="Password"
          isSecret
          isOptional={!isNew}
          help={kept}
          value={password}
          onChange={(text) => change({ password: text })}
        />
      )}
      {type !== 'winrm_password' && (
        <TextField
          label="Password for sudo"
          isSecret
          isOptional
          help={kept ?? 'Only if sudo needs another one than the login.'}
          value={sudo_password}
          onChange={(text) => change({ sudo_password: text })}
        />
      )}
    </>
  );
}

function KeyFields({ form, change, isNew }: SecretFieldsProps) {
  return (
    <>
      <TextField
        label="Private key"
        rows={4}
        isOptional={!isNew}
        placeholder="-----BEGIN OPENSSH PRIVATE KEY-----"
        help={isNew ? 'In the format of OpenSSH or PEM; it is stored encrypted.' : KEPT}
        value={form.private_key}
        onChange={(text) => change({ private_key: text })}
      />
      <TextFileField label="Or its file" onText={(text) => change({ private_key: text })} />
      <TextField
        label="Passphrase of the key"
        isSecret
        isOptional
        help="If it has one: only to read the key; it is not stored."
        value={form.passphrase}
        onChange={(text) => change({ passphrase: text })}
      />
      <TextField
        label="Certificate"
        rows={2}
        isOptional
        help="The line of the file *-cert.pub, if an authority certified the key."
        value={form.certificate}
        onChange={(text) => change({ certificate: text })}
      />
    </>
  );
}
