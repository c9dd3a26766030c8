import { api, unwrap } from '../../../api/client.js';
import type { Api } from '../../../api/shapes.js';
import { FormDialog } from '../../../parts/form/form-dialog.js';
import { plural } from '../../../parts/text/plural.js';
import { announce } from '../../../parts/toast.js';

/** The properties of a dialog about a feed. */
export interface FeedDialogProps {
  feed: Api<'Feed'>;
  onClose: () => void;
  onDone: () => void;
}

/** Removes the data of a feed. */
export function ClearFeedDialog({ feed, onClose, onDone }: FeedDialogProps) {
  const { name, records, needed } = feed;
  async function run(): Promise<void> {
    await unwrap(api.DELETE('/feeds/{name}', { params: { path: { name } } }));
    announce(`${name} cleared`);
    onDone();
  }
  return (
    <FormDialog title={`Clear ${name}?`} submit="Clear" isDangerous run={run} onClose={onClose}>
      <p>
        {plural(records, 'record is', 'records are')} removed, and with them the findings that only
        this feed reports.{' '}
        {needed && 'Hosts that need it count as not checked until it is loaded again.'}
      </p>
    </FormDialog>
  );
}
