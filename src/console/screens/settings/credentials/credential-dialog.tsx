import { useSignal } from '@preact/signals';
import { Fragment } from 'preact';
import { api, unwrap } from '../../../api/client.js';
import type { Api } from '../../../api/shapes.js';
import { TYPE_NAMES } from '../../../parts/agents/credential-types.js';
import { Field } from '../../../parts/form/field.js';
import { FormDialog } from '../../../parts/form/form-dialog.js';
import { TextField } from '../../../parts/form/text-field.js';
import { announce } from '../../../parts/toast.js';
import {
  credentialChange,
  credentialForm,
  newCredential,
  type CredentialForm,
  type FormPartProps,
} from './credential-form.js';
import { ScopeFields } from './scope-fields.js';
import { SecretFields } from './secret-fields.js';

interface CredentialDialogProps {
  /** absent: a new one */
  credential?: Api<'Credential'>;
  onClose: () => void;
  onSaved: () => void;
}

/** Adds a credential, or changes one; its secrets are typed again or stay. */
export function CredentialDialog({ credential, onClose, onSaved }: CredentialDialogProps) {
  const form = useSignal(credentialForm(credential));
  const { name, username } = form.value;
  const change = (fields: Partial<CredentialForm>): void => {
    form.value = { ...form.value, ...fields };
  };
  const changes = credential ? credentialChange(credential, form.value) : null;
  const hasChanges = changes === null || Object.keys(changes).length > 0;
  async function run(): Promise<void> {
    await save(credential, form.value);
    announce(credential ? 'Credential changed' : 'Credential added');
    onSaved();
  }
  return (
    <FormDialog
      title={credential ? `Edit ${credential.name}` : 'Add a credential'}
      submit={credential ? 'Save' : 'Add'}
      hint={hasChanges ? null : 'Nothing is changed yet'}
      run={run}
      onClose={onClose}
    >
      {!credential && <TypeField form={form.value} change={change} />}
      {/* New fields for each type: browsers look for the user beside each new password field. */}
      <Fragment key={form.value.type}>
        <TextField label="Name" value={name} onChange={(text) => change({ name: text })} />
        <TextField
          label="User"
          isUserName
          value={username}
          onChange={(text) => change({ username: text })}
        />
        <SecretFields form={form.value} change={change} isNew={!credential} />
      </Fragment>
      <ScopeFields form={form.value} change={change} />
    </FormDialog>
  );
}

function TypeField({ form, change }: FormPartProps) {
  return (
    <Field label="Type">
      <select
        value={form.type}
        onChange={(event) => change({ type: event.currentTarget.value as CredentialForm['type'] })}
      >
        {Object.entries(TYPE_NAMES).map(([type, text]) => (
          <option key={type} value={type}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}

async function save(
  credential: Api<'Credential'> | undefined,
  form: CredentialForm,
): Promise<void> {
  if (!credential) {
    await unwrap(api.POST('/credentials', { body: newCredential(form) }));
    return;
  }
  const params = { path: { id: credential.id } };
  const body = credentialChange(credential, form);
  await unwrap(api.PUT('/credentials/{id}', { params, body }));
}
