import { api, unwrap } from '../../api/client.js';
import type { Api } from '../../api/shapes.js';
import { FormDialog } from '../form/form-dialog.js';
import { plural } from '../text/plural.js';
import { announce } from '../toast.js';
import { acceptanceScope } from './acceptance-scope.js';

interface EndAcceptanceDialogProps {
  acceptance: Api<'Acceptance'>;
  onClose: () => void;
  onEnded: () => void;
}

/** Ends an acceptance, after it says what is open again then. */
export function EndAcceptanceDialog({ acceptance, onClose, onEnded }: EndAcceptanceDialogProps) {
  const { id, vulnerability_id, findings } = acceptance;
  async function run(): Promise<void> {
    await unwrap(api.DELETE('/acceptances/{id}', { params: { path: { id } } }));
    announce('Acceptance ended');
    onEnded();
  }
  return (
    <FormDialog title="End this acceptance?" submit="End" isDangerous run={run} onClose={onClose}>
      <p>
        {vulnerability_id}, {acceptanceScope(acceptance)}: {plural(findings, 'finding')} that it
        covers now {findings === 1 ? 'is' : 'are'} open again. It stays in the register.
      </p>
    </FormDialog>
  );
}
