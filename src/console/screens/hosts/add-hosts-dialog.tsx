import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../api/client.js';
import { Field } from '../../parts/form/field.js';
import { FormDialog } from '../../parts/form/form-dialog.js';
import { countText, plural } from '../../parts/text/plural.js';
import { announce } from '../../parts/toast.js';
import { parseHostList } from './host-list.js';

interface AddHostsDialogProps {
  onClose: () => void;
  onAdded: () => void;
}

const MAX_SHOWN = 5;

/** Adds hosts from a typed list or a file. It says how many before it does it. */
export function AddHostsDialog({ onClose, onAdded }: AddHostsDialogProps) {
  const text = useSignal('');
  const { hosts, refused } = parseHostList(text.value);
  async function run(): Promise<void> {
    const { data } = await unwrap(api.POST('/hosts', { body: hosts }));
    const known = data.existing.length;
    announce(
      `${plural(data.created.length, 'host')} added${known > 0 ? `, ${countText(known)} already there` : ''}`,
    );
    onAdded();
  }
  async function read(file: File | undefined): Promise<void> {
    if (file) text.value = await file.text();
  }
  return (
    <FormDialog
      title="Add hosts"
      submit={`Add ${plural(hosts.length, 'host')}`}
      hint={hosts.length === 0 ? 'No address yet' : null}
      run={run}
      onClose={onClose}
    >
      <Field
        label="Addresses, one a line"
        help="192.0.2.10 web-1, or a block such as 192.0.2.0/28. Nothing is scanned by adding."
      >
        <textarea
          rows={8}
          spellcheck={false}
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
      </Field>
      <Field label="Or a file with such lines">
        <input
          type="file"
          accept=".txt,.csv,text/plain,text/csv"
          onChange={(event) => void read(event.currentTarget.files?.[0])}
        />
      </Field>
      {refused.length > 0 && (
        <div role="status">
          <p class="error">{plural(refused.length, 'line is', 'lines are')} left out:</p>
          <ul>
            {refused.slice(0, MAX_SHOWN).map(({ line, text: given, reason }) => (
              <li key={line}>
                line {line}: {reason} (<code>{given.slice(0, 80)}</code>)
              </li>
            ))}
          </ul>
        </div>
      )}
    </FormDialog>
  );
}
