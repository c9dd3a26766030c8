import { Fragment } from 'preact';
import { api, unwrap } from '../../../api/client.js';
import type { Api } from '../../../api/shapes.js';
import { TYPE_NAMES } from '../../../parts/agents/credential-types.js';
import { CheckList } from '../../../parts/form/checks.js';
import { Fields, useForm, type Form, type FormField } from '../../../parts/form/fields.js';
import { TextFileField } from '../../../parts/form/file-field.js';
import { FormDialog, type DialogProps } from '../../../parts/form/form-dialog.js';
import { useGroups } from '../../../parts/hosts/use-groups.js';
import {
  credentialChange,
  credentialForm,
  newCredential,
  type CredentialForm,
} from './credential-form.js';

interface CredentialDialogProps extends DialogProps {
  /** absent: a new one */
  credential?: Api<'Credential'>;
}

/** Adds a credential, or changes one; its secrets are typed again or stay. */
export function CredentialDialog({ credential, ...ends }: CredentialDialogProps) {
  const form = useForm(credentialForm(credential));
  const changes = credential ? credentialChange(credential, form.values) : null;
  const hasChanges = changes === null || Object.keys(changes).length > 0;
  return (
    <FormDialog
      {...ends}
      title={credential ? `Edit ${credential.name}` : 'Add a credential'}
      submit={credential ? 'Save' : 'Add'}
      hint={hasChanges ? null : 'Nothing is changed yet'}
      run={() => save(credential, form.values)}
      done={credential ? 'Credential changed' : 'Credential added'}
    >
      {!credential && (
        <Fields
          of={form}
          fields={[{ name: 'type', label: 'Type', options: Object.entries(TYPE_NAMES) }]}
        />
      )}
      {/* New fields for each type: browsers look for the user beside each new password field. */}
      <Fragment key={form.values.type}>
        <Fields
          of={form}
          fields={[
            { name: 'name', label: 'Name' },
            { name: 'username', label: 'User', isUserName: true },
          ]}
        />
        <SecretFields form={form} isNew={!credential} />
      </Fragment>
      <ScopeFields form={form} />
    </FormDialog>
  );
}

async function save(
  credential: Api<'Credential'> | undefined,
  form: CredentialForm,
): Promise<unknown> {
  if (!credential) return unwrap(api.POST('/credentials', { body: newCredential(form) }));
  const params = { path: { id: credential.id } };
  const body = credentialChange(credential, form);
  return unwrap(api.PUT('/credentials/{id}', { params, body }));
}

const KEPT = 'Empty: it stays as it is.';
const keyField = (isNew: boolean): FormField<keyof CredentialForm> => ({
  name: 'private_key',
  label: 'Private key',
  rows: 4,
  isOptional: !isNew,
  placeholder: '-----BEGIN OPENSSH PRIVATE KEY-----',
  help: isNew ? 'In the format of OpenSSH or PEM; it is stored encrypted.' : KEPT,
});
const KEY_FIELDS: readonly FormField<keyof CredentialForm>[] = [
  {
    name: 'passphrase',
    label: 'Passphrase of the key',
    kind: 'secret',
    isOptional: true,
    help: 'If it has one: only to read the key; it is not stored.',
  },
  {
    name: 'certificate',
    label: 'Certificate',
    rows: 2,
    isOptional: true,
    help: 'The line of the file *-cert.pub, if an authority certified the key.',
  },
];

interface SecretFieldsProps {
  form: Form<CredentialForm>;
  isNew: boolean;
}

/** The secrets of the type of a credential. Those of a stored one are never shown. */
function SecretFields({ form, isNew }: SecretFieldsProps) {
  const { type } = form.values;
  const kept = isNew ? undefined : KEPT;
  return (
    <>
      {type === 'ssh_key' && (
        <>
          <Fields of={form} fields={[keyField(isNew)]} />
          <TextFileField
            label="Or its file"
            onText={(text) => form.change({ private_key: text })}
          />
          <Fields of={form} fields={KEY_FIELDS} />
        </>
      )}
      <Fields
        of={form}
        fields={[
          type !== 'ssh_key' && {
            name: 'password',
            label: 'Password',
            kind: 'secret',
            isOptional: !isNew,
            help: kept,
          },
          type !== 'winrm_password' && {
            name: 'sudo_password',
            label: 'Password for sudo',
            kind: 'secret',
            isOptional: true,
            help: kept ?? 'Only if sudo needs another one than the login.',
          },
        ]}
      />
    </>
  );
}

/** The only places where the credential may be used; without any, wherever an admin has used it. */
function ScopeFields({ form }: { form: Form<CredentialForm> }) {
  const groups = useGroups();
  return (
    <fieldset>
      <legend>It may only be used</legend>
      <CheckList
        options={groups.map(({ id, name }) => [id, `on the hosts of ${name}`])}
        chosen={form.values.group_ids}
        onChange={(group_ids) => form.change({ group_ids })}
      />
      <Fields
        of={form}
        fields={[
          {
            name: 'networks',
            label: 'On these addresses and blocks, one a line',
            rows: 2,
            isOptional: true,
            placeholder: '10.0.0.0/8',
            help: 'This binds admins, too. With none of them, operators may use it where an admin has used it.',
          },
        ]}
      />
    </fieldset>
  );
}
