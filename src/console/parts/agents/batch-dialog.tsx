import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../api/client.js';
import { useResource } from '../../api/resource.js';
import { href } from '../../app/place.js';
import { Field } from '../form/field.js';
import { FormDialog } from '../form/form-dialog.js';
import { startBatch } from './agent-batch.js';
import { TYPE_NAMES } from './credential-types.js';
import { batchWords, countHosts, type AgentAction, type BatchHosts } from './batch-words.js';

interface BatchDialogProps {
  action: AgentAction;
  hosts: BatchHosts;
  /** chosen before: that of the batch that is repeated */
  credentialId?: number;
  /** whether nothing is changed at first; default: for an installation */
  isDryRun?: boolean;
  onClose: () => void;
}

const EFFECTS: Readonly<Record<AgentAction, string>> = {
  install:
    'Logs in to each host, copies the agent to it and starts it. A host that cannot reach this service stays as it is.',
  update:
    'Logs in to each host and replaces the agent. If the new one fails, the old one comes back.',
  uninstall:
    'Logs in to each host and removes the agent. The findings and the history of the hosts stay.',
};
const MAX_CHOICES = 200;

/** Starts agent operations on many hosts, after it says what they will do. */
export function BatchDialog(props: BatchDialogProps) {
  const { action, hosts, credentialId, onClose } = props;
  const chosen = useSignal(credentialId ?? 0);
  const isDryRun = useSignal(props.isDryRun ?? action === 'install');
  const { data } = useResource('credentials', (signal) =>
    unwrap(api.GET('/credentials', { params: { query: { limit: MAX_CHOICES } }, signal })),
  );
  const credentials = data?.data ?? [];
  const credential_id = chosen.value === 0 ? (credentials[0]?.id ?? 0) : chosen.value;
  const words = batchWords(action, countHosts(hosts));
  return (
    <FormDialog
      title={words}
      submit={isDryRun.value ? 'Start the dry run' : words}
      isDangerous={action === 'uninstall' && !isDryRun.value}
      hint={credential_id === 0 ? 'There is no credential yet' : null}
      run={() => startBatch({ action, hosts, credential_id, dry_run: isDryRun.value })}
      onClose={onClose}
    >
      <p>{EFFECTS[action]}</p>
      {data && credentials.length === 0 && (
        <p>
          <a href={href('settings')}>Add a credential</a> that may log in to the hosts.
        </p>
      )}
      <Field label="Credential" help="Its type says whether the hosts are Linux (SSH) or Windows.">
        <select
          value={credential_id}
          onChange={(event) => (chosen.value = Number(event.currentTarget.value))}
        >
          {credentials.map(({ id, name, username, type }) => (
            <option key={id} value={id}>
              {name} ({username}, {TYPE_NAMES[type]})
            </option>
          ))}
        </select>
      </Field>
      <label>
        <input
          type="checkbox"
          checked={isDryRun.value}
          onChange={(event) => (isDryRun.value = event.currentTarget.checked)}
        />{' '}
        Dry run first: log in and check everything, change nothing
      </label>
    </FormDialog>
  );
}
