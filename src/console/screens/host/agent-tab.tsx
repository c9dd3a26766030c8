import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../api/client.js';
import type { Api } from '../../api/shapes.js';
import { useResource } from '../../api/resource.js';
import { BatchDialog } from '../../parts/agents/batch-dialog.js';
import { Failure } from '../../parts/failure.js';
import { RoleButton } from '../../parts/form/role-button.js';
import { Notice } from '../../parts/notice.js';
import { Fact } from '../../parts/text/fact.js';
import { ExactTime, Time } from '../../parts/time.js';
import { ForgetKeyDialog, PinKeyDialog } from './keys/key-dialogs.js';
import { WinRmPanel } from './keys/winrm-panel.js';

type Agent = Api<'Agent'>;

const ACTION_WORDS = { install: 'Install', update: 'Update', uninstall: 'Remove' } as const;

/** The agent of a host, its last operations, and the keys that the host is known by. */
export function AgentTab({ id }: { id: number }) {
  const agent = useResource(
    `agent ${id}`,
    (signal) => unwrap(api.GET('/hosts/{id}/agent', { params: { path: { id } }, signal })),
    ['agents'],
  );
  const { data, error } = agent;
  if (error) return <Failure error={error} retry={agent.reload} />;
  if (!data) return <p class="muted">Loading…</p>;
  return (
    <div class="columns">
      <AgentPanel id={id} agent={data.data} />
      <KeysPanel id={id} agent={data.data} reload={agent.reload} />
      <WinRmPanel id={id} certificate={data.data.winrm_certificate} reload={agent.reload} />
      <Operations operations={data.data.operations} />
    </div>
  );
}

function AgentPanel({ id, agent }: { id: number; agent: Agent }) {
  const action = useSignal<'install' | 'update' | 'uninstall' | null>(null);
  const { state, version, service_manager, installed_at, last_seen } = agent;
  return (
    <section class="panel" aria-labelledby="agent-title">
      <h2 id="agent-title">Agent</h2>
      {state === 'none' ? (
        <Notice kind="empty" title="No agent is installed">
          <p>An agent reports the packages after each change.</p>
        </Notice>
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
      <div class="buttons">
        {(state === 'none' ? (['install'] as const) : (['update', 'uninstall'] as const)).map(
          (name) => (
            <RoleButton key={name} needs="operator" onClick={() => (action.value = name)}>
              {ACTION_WORDS[name]}
            </RoleButton>
          ),
        )}
      </div>
      {action.value && (
        <BatchDialog
          action={action.value}
          hosts={{ host_ids: [id] }}
          onClose={() => (action.value = null)}
        />
      )}
    </section>
  );
}

interface KeysPanelProps {
  id: number;
  agent: Agent;
  reload: () => void;
}

function KeysPanel({ id, agent, reload }: KeysPanelProps) {
  const open = useSignal<'pin' | 'forget' | null>(null);
  const { ssh_host_key: key } = agent;
  const close = (): void => {
    open.value = null;
  };
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
      <div class="buttons">
        <RoleButton needs="admin" onClick={() => (open.value = 'pin')}>
          Pin a key
        </RoleButton>
        {key !== null && (
          <RoleButton needs="admin" onClick={() => (open.value = 'forget')}>
            Forget the key
          </RoleButton>
        )}
      </div>
      {open.value === 'pin' && <PinKeyDialog id={id} onClose={close} onPinned={reload} />}
      {open.value === 'forget' && <ForgetKeyDialog id={id} onClose={close} onForgotten={reload} />}
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
