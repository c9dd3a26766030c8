import { api, unwrap } from '../../../api/client.js';
import type { Api } from '../../../api/shapes.js';
import { FormDialog } from '../../../parts/form/form-dialog.js';
import { plural } from '../../../parts/text/plural.js';
import { announce } from '../../../parts/toast.js';

interface RemoveCredentialDialogProps {
  credential: Api<'Credential'>;
  onClose: () => void;
  onRemoved: () => void;
}

/** Removes a credential, after it says what will no longer work. */
export function RemoveCredentialDialog(props: RemoveCredentialDialogProps) {
  const { credential, onClose, onRemoved } = props;
  const { id, name, used_by } = credential;
  const templates = used_by.template_ids.length;
  async function run(): Promise<void> {
    await unwrap(api.DELETE('/credentials/{id}', { params: { path: { id } } }));
    announce(`${name} removed`);
    onRemoved();
  }
  return (
    <FormDialog title={`Remove ${name}?`} submit="Remove" isDangerous run={run} onClose={onClose}>
      <p>
        {templates === 0
          ? 'No template uses it.'
          : `${plural(templates, 'template uses', 'templates use')} it, and fail from now on.`}{' '}
        The secret cannot be restored.
      </p>
    </FormDialog>
  );
}
