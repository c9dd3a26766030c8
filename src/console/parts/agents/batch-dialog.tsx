import { useRead } from '../../api/read.js';
import { href } from '../../app/place.js';
import { Fields, useForm } from '../form/fields.js';
import { FormDialog } from '../form/form-dialog.js';
import { startBatch } from './agent-batch.js';
import { type AgentAction, type BatchHosts, batchWords, countHosts } from './batch-words.js';
import { TYPE_NAMES } from './credential-types.js';

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
  const form = useForm({
    credential_id: credentialId ?? 0,
    dry_run: props.isDryRun ?? action === 'install',
  });
  const { data } = useRead('/credentials', { query: { limit: MAX_CHOICES } });
  const credentials = data?.data ?? [];
  const { dry_run } = form.values;
  const credential_id = form.values.credential_id || (credentials[0]?.id ?? 0);
  const words = batchWords(action, countHosts(hosts));
  return (
    <FormDialog
      title={words}
      submit={dry_run ? 'Start the dry run' : words}
      isDangerous={action === 'uninstall' && !dry_run}
      hint={credential_id === 0 ? 'There is no credential yet' : null}
      run={() => startBatch({ action, hosts, credential_id, dry_run })}
      onClose={onClose}
    >
      <p>{EFFECTS[action]}</p>
      {data && credentials.length === 0 && (
        <p>
          <a href={href('settings')}>Add a credential</a> that may log in to the hosts.
        </p>
      )}
      <Fields
        of={{ ...form, values: { dry_run, credential_id } }}
        fields={[
          {
            name: 'credential_id',
            label: 'Credential',
            help: 'Its type says whether the hosts are Linux (SSH) or Windows.',
            options: credentials.map(({ id, name, username, type }) => [
              id,
              `${name} (${username}, ${TYPE_NAMES[type]})`,
            ]),
          },
          {
            name: 'dry_run',
            label: 'Dry run first: log in and check everything, change nothing',
            kind: 'check',
          },
        ]}
      />
    </FormDialog>
  );
}
