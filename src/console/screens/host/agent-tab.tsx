import { useRead } from '../../api/read.js';
import type { Api } from '../../api/shapes.js';
import { BatchDialog } from '../../parts/agents/batch-dialog.js';
import { type Action, useActions } from '../../parts/form/actions.js';
import { Loaded } from '../../parts/loaded.js';
import { Empty } from '../../parts/notice.js';
import { Fact } from '../../parts/text/fact.js';
import { ExactTime, Time } from '../../parts/time.js';
import { ForgetKeyDialog, PinKeyDialog } from './keys/key-dialogs.js';
import { WinRmPanel } from './keys/winrm-panel.js';

type Agent = Api<'Agent'>;

const ACTION_WORDS = { install: 'Install', update: 'Update', uninstall: 'Remove' } as const;

/** The agent of a host, its last operations, and the keys that the host is known by. */
export function AgentTab({ id }: { id: number }) {
  const agent = useRead('/hosts/{id}/agent', { path: { id } }, ['agents']);
  return (
    <Loaded of={agent}>
      {({ data }) => (
        <div class="columns">
          <AgentPanel id={id} agent={data} />
          <KeysPanel id={id} agent={data} reload={agent.reload} />
          <WinRmPanel id={id} certificate={data.winrm_certificate} reload={agent.reload} />
          <Operations operations={data.operations} />
        </div>
      )}
    </Loaded>
  );
}

function AgentPanel({ id, agent }: { id: number; agent: Agent }) {
  const { state, version, service_manager, installed_at, last_seen } = agent;
  const start = (action: keyof typeof ACTION_WORDS): Action => ({
    label: ACTION_WORDS[action],
    dialog: (onClose) => <BatchDialog {...{ action, onClose }} hosts={{ host_ids: [id] }} />,
  });
  const { buttons, dialog } = useActions(
    state === 'none' ? [start('install')] : [start('update'), start('uninstall')],
  );
  return (
    <section class="panel" aria-labelledby="agent-title">
      <h2 id="agent-title">Agent</h2>
      {state === 'none' ? (
        <Empty title="No agent is installed">
          An agent reports the packages after each change.
        </Empty>
      ) : (
        <dl class="facts">
          <Fact name="State">{state}</Fact>
          <Fact name="Version">{version ?? 'unknown'}</Fact>
          <Fact name="Runs by">{service_manager ?? 'unknown'}</Fact>
          <Fact name="Installed">
            <Time at={installed_at} />
          </Fact>
          <Fact name="Last check-in">
            <Time at={last_seen} />
          </Fact>
        </dl>
      )}
      <div class="buttons">{buttons}</div>
      {dialog}
    </section>
  );
}

interface KeysPanelProps {
  id: number;
  agent: Agent;
  reload: () => void;
}

function KeysPanel({ id, agent, reload }: KeysPanelProps) {
  const { ssh_host_key: key } = agent;
  const { buttons, dialog } = useActions([
    {
      label: 'Pin a key',
      needs: 'admin',
      dialog: (close) => <PinKeyDialog id={id} onClose={close} onDone={reload} />,
    },
    {
      label: 'Forget the key',
      needs: 'admin',
      isFor: () => key !== null,
      dialog: (close) => <ForgetKeyDialog id={id} onClose={close} onDone={reload} />,
    },
  ]);
  return (
    <section class="panel" aria-labelledby="keys-title">
      <h2 id="keys-title">SSH host key</h2>
      {key === null ? (
        <p class="muted">None is pinned: that of the first login is kept.</p>
      ) : (
        <p>
          {key.type} <code class="id">{key.fingerprint_sha256}</code>
          <br />
          pinned <ExactTime at={key.pinned_at} />
          {key.confirmed ? '' : ', not confirmed by an admin'}
        </p>
      )}
      <div class="buttons">{buttons}</div>
      {dialog}
    </section>
  );
}

function Operations({ operations }: { operations: Agent['operations'] }) {
  if (operations.length === 0) return null;
  return (
    <section class="panel" aria-labelledby="operations-title">
      <h2 id="operations-title">Last operations</h2>
      <ul class="lines">
        {operations.map(({ id, action, status, step, error, created_at, dry_run }) => (
          <li key={id}>
            <ExactTime at={created_at} /> {action}
            {dry_run ? ' (dry run)' : ''}: {status === 'working' ? step : status}
            {error && <span class="error"> {error.message}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
