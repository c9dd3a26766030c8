import { api, unwrap } from '../../api/client.js';
import { Field } from '../../parts/form/field.js';
import { Fields, useForm } from '../../parts/form/fields.js';
import { type DialogProps, FormDialog } from '../../parts/form/form-dialog.js';
import { countText, plural } from '../../parts/text/plural.js';
import { announce } from '../../parts/toast.js';
import { parseHostList } from './host-list.js';

const MAX_SHOWN = 5;

/** Adds hosts from a typed list or a file. It says how many before it does it. */
export function AddHostsDialog(ends: DialogProps) {
  const form = useForm({ text: '' });
  const { hosts, refused } = parseHostList(form.values.text);
  async function run(): Promise<void> {
    const { data } = await unwrap(api.POST('/hosts', { body: hosts }));
    const known = data.existing.length;
    const rest = known > 0 ? `, ${countText(known)} already there` : '';
    announce(`${plural(data.created.length, 'host')} added${rest}`);
  }
  async function readFile(file: File | undefined): Promise<void> {
    if (file) form.change({ text: await file.text() });
  }
  return (
    <FormDialog
      {...ends}
      title="Add hosts"
      submit={`Add ${plural(hosts.length, 'host')}`}
      hint={hosts.length === 0 ? 'No address yet' : null}
      run={run}
    >
      <Fields
        of={form}
        fields={[
          {
            name: 'text',
            label: 'Addresses, one a line',
            help: '192.0.2.10 web-1, or a block such as 192.0.2.0/28. Nothing is scanned by adding.',
            rows: 8,
            isOptional: true,
          },
        ]}
      />
      <Field label="Or a file with such lines">
        <input
          type="file"
          accept=".txt,.csv,text/plain,text/csv"
          onChange={(event) => void readFile(event.currentTarget.files?.[0])}
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
