import { api, unwrap } from '../../api/client.js';
import type { Api } from '../../api/shapes.js';
import { FormDialog } from '../form/form-dialog.js';
import { plural } from '../text/plural.js';
import { announce } from '../toast.js';

interface DeleteHostsDialogProps {
  /** hosts by id, or all that match a filter: none is deleted if their number is no longer the expected one */
  chosen: { ids: number[] } | { filter: Api<'HostFilter'>; expected: number };
  /** of a single host */
  name?: string;
  onClose: () => void;
  onDeleted: () => void;
}

/** Deletes hosts with everything that is known about them, after it says so. */
export function DeleteHostsDialog({ chosen, name, onClose, onDeleted }: DeleteHostsDialogProps) {
  const count = 'ids' in chosen ? chosen.ids.length : chosen.expected;
  const what = name ?? plural(count, 'host');
  async function run(): Promise<void> {
    await unwrap(api.DELETE('/hosts', { body: chosen }));
    announce(`${what} deleted`);
    onDeleted();
  }
  return (
    <FormDialog
      title={`Delete ${what}?`}
      submit={`Delete ${what}`}
      isDangerous
      run={run}
      onClose={onClose}
    >
      <p>
        Inventories, findings and agent tokens of {count === 1 ? 'this host' : 'these hosts'} are
        deleted, and cannot be restored. Results of past tasks stay.
      </p>
    </FormDialog>
  );
}
