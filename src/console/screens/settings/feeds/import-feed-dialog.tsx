import { useSignal } from '@preact/signals';
import { uploadFile } from '../../../api/upload.js';
import { Field } from '../../../parts/form/field.js';
import { FormDialog } from '../../../parts/form/form-dialog.js';
import { TextField } from '../../../parts/form/text-field.js';
import { megabytes } from '../../../parts/text/megabytes.js';
import { announce } from '../../../parts/toast.js';
import type { FeedDialogProps } from './clear-feed-dialog.js';

/** Loads a feed from a file of this computer: for services without access to the internet. */
export function ImportFeedDialog({ feed, onClose, onDone }: FeedDialogProps) {
  const { name, address } = feed;
  const file = useSignal<File | null>(null);
  const part = useSignal('');
  const sent = useSignal<number | null>(null);
  async function run(): Promise<void> {
    if (!file.value) return;
    const query = part.value === '' ? '' : `?${new URLSearchParams({ part: part.value })}`;
    try {
      await uploadFile(`feeds/${name}${query}`, file.value, (bytes) => (sent.value = bytes));
    } finally {
      sent.value = null;
    }
    announce(`${name} loaded`);
    onDone();
  }
  const isInParts = address.endsWith('/');
  return (
    <FormDialog
      title={`Import ${name} from a file`}
      submit="Import"
      hint={file.value ? null : 'Choose a file first'}
      run={run}
      onClose={onClose}
    >
      <p>
        The unchanged file of the publisher, from <code class="id-long">{address}</code>
      </p>
      <Field label="File">
        <input
          type="file"
          onChange={(event) => (file.value = event.currentTarget.files?.[0] ?? null)}
        />
      </Field>
      {isInParts && (
        <TextField
          label="Part"
          isOptional
          help="Only for one file of several, such as 2026 or v3.20-main."
          value={part.value}
          onChange={(text) => (part.value = text.trim())}
        />
      )}
      {file.value && sent.value !== null && <Sent bytes={sent.value} total={file.value.size} />}
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
