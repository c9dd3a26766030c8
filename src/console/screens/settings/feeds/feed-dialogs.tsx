import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../../api/client.js';
import { useRead } from '../../../api/read.js';
import type { Api } from '../../../api/shapes.js';
import { uploadFile } from '../../../api/upload.js';
import { Dialog } from '../../../parts/dialog.js';
import { Failure } from '../../../parts/failure.js';
import { Fields, useForm } from '../../../parts/form/fields.js';
import { FormDialog, type DialogProps } from '../../../parts/form/form-dialog.js';
import { megabytes } from '../../../parts/text/megabytes.js';
import { plural } from '../../../parts/text/plural.js';

interface FeedProps {
  feed: Api<'Feed'>;
}

/** Removes the data of a feed. */
export function ClearFeedDialog({ feed, ...ends }: FeedProps & DialogProps) {
  const { name, records, needed } = feed;
  return (
    <FormDialog
      {...ends}
      title={`Clear ${name}?`}
      submit="Clear"
      isDangerous
      run={() => unwrap(api.DELETE('/feeds/{name}', { params: { path: { name } } }))}
      done={`${name} cleared`}
    >
      <p>
        {plural(records, 'record is', 'records are')} removed, and with them the findings that only
        this feed reports.{' '}
        {needed && 'Hosts that need it count as not checked until it is loaded again.'}
      </p>
    </FormDialog>
  );
}

/** Loads a feed from a file of this computer: for services without access to the internet. */
export function ImportFeedDialog({ feed, ...ends }: FeedProps & DialogProps) {
  const { name, address } = feed;
  const form = useForm({ file: null as File | null, part: '' });
  const sent = useSignal<number | null>(null);
  const { file } = form.values;
  async function run(): Promise<void> {
    const part = form.values.part.trim();
    const query = part === '' ? '' : `?${new URLSearchParams({ part })}`;
    if (!file) return;
    try {
      await uploadFile(`feeds/${name}${query}`, file, (bytes) => (sent.value = bytes));
    } finally {
      sent.value = null;
    }
  }
  return (
    <FormDialog
      {...ends}
      title={`Import ${name} from a file`}
      submit="Import"
      hint={file ? null : 'Choose a file first'}
      run={run}
      done={`${name} loaded`}
    >
      <p>
        The unchanged file of the publisher, from <code class="id-long">{address}</code>
      </p>
      <Fields
        of={form}
        fields={[
          { name: 'file', label: 'File', kind: 'file' },
          address.endsWith('/') && {
            name: 'part',
            label: 'Part',
            isOptional: true,
            help: 'Only for one file of several, such as 2026 or v3.20-main.',
          },
        ]}
      />
      {file && sent.value !== null && <Sent bytes={sent.value} total={file.size} />}
    </FormDialog>
  );
}

function Sent({ bytes, total }: { bytes: number; total: number }) {
  const isSent = bytes >= total;
  return (
    <div role="status">
      <p id="sent">
        {isSent
          ? 'Sent. The service reads it and matches all hosts again…'
          : `Sending: ${megabytes(bytes)} of ${megabytes(total)}`}
      </p>
      <progress aria-labelledby="sent" {...(!isSent && { max: total, value: bytes })} />
    </div>
  );
}

const SHOWN = 50;

/** The records of a feed that could not be read. */
export function RejectedDialog({
  feed: { name, rejected },
  onClose,
}: FeedProps & Pick<DialogProps, 'onClose'>) {
  const list = useRead('/feeds/{name}/rejected', { path: { name }, query: { limit: SHOWN } });
  const records = list.data?.data ?? [];
  return (
    <Dialog title={`Records of ${name} that were not understood`} onClose={onClose}>
      <p>{plural(rejected, 'record is', 'records are')} left out when hosts are matched.</p>
      {list.error && <Failure error={list.error} retry={list.reload} />}
      <ul class="lines">
        {records.map(({ record, reason }, i) => (
          <li key={i}>
            <strong>{record}</strong>: {reason}
          </li>
        ))}
      </ul>
      {rejected > records.length && records.length > 0 && (
        <p class="muted">
          The first {records.length}; <code>GET /feeds/{name}/rejected</code> lists more.
        </p>
      )}
    </Dialog>
  );
}
