import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../api/client.js';
import { listQuery } from '../../api/list-query.js';
import { useList } from '../../api/list.js';
import { href } from '../../app/place.js';
import { useListState } from '../../app/use-list-state.js';
import type { AgentAction } from '../../parts/agents/batch-words.js';
import { BatchDialog } from '../../parts/agents/batch-dialog.js';
import { RoleButton } from '../../parts/form/role-button.js';
import { Notice } from '../../parts/notice.js';
import type { FilterChoice } from '../../parts/table/columns.js';
import { loadMatching } from '../../parts/table/load-rows.js';
import { PagedTable } from '../../parts/table/paged-table.js';
import { useSelection } from '../../parts/table/selection.js';
import { AGENT_COLUMNS, HOST_COLUMNS } from './agent-columns.js';
import { selectedHosts } from './selected-hosts.js';

const FILTERS: readonly FilterChoice[] = [
  {
    name: 'state',
    label: 'State',
    options: [
      ['online', 'online'],
      ['offline', 'offline'],
    ],
  },
  {
    name: 'outdated',
    label: 'Version',
    options: [
      ['true', 'another than that of the service'],
      ['false', 'that of the service'],
    ],
  },
];
const SORTS = ['name', 'address', 'state', 'version', 'last_seen'].flatMap((name) => [
  name,
  `-${name}`,
]);

/** The agents, or the hosts without one; from here agents are installed, updated and removed. */
export function AgentsView({ isWithout }: { isWithout: boolean }) {
  const filters = isWithout ? [] : FILTERS;
  const control = useListState({ sorts: SORTS, filters: filters.map(({ name }) => name) });
  const selection = useSelection(control.state);
  const action = useSignal<AgentAction | null>(null);
  const query = listQuery<'listAgents'>(control.state, isWithout ? { state: 'none' } : {});
  const list = useList(
    query,
    (asked, signal) => unwrap(api.GET('/agents', { params: { query: asked }, signal })),
    ['agents', 'hosts'],
  );
  const hosts = selectedHosts(selection, control.state, isWithout, async () =>
    (await loadMatching(list.load, selection.matching)).map(({ host_id }) => host_id),
  );
  const button = (name: AgentAction, text: string) => (
    <RoleButton needs="operator" onClick={() => (action.value = name)}>
      {text}
    </RoleButton>
  );
  return (
    <>
      {!isWithout && list.data && (
        <p class="muted">An update installs the version {list.data.meta.version}.</p>
      )}
      <PagedTable
        label={isWithout ? 'Hosts without an agent' : 'Agents'}
        list={list}
        control={control}
        columns={isWithout ? HOST_COLUMNS : AGENT_COLUMNS}
        rowId={({ host_id }) => host_id}
        rowHref={({ host_id }) => href(`hosts/${host_id}`, { tab: 'agent' })}
        search="Search names and addresses"
        filters={filters}
        selection={selection}
        actions={
          isWithout ? (
            button('install', 'Install')
          ) : (
            <>
              {button('update', 'Update')}
              {button('install', 'Install again')}
              {button('uninstall', 'Remove')}
            </>
          )
        }
        empty={isWithout ? <NoHosts /> : <NoAgents />}
      />
      {action.value !== null && (
        <BatchDialog action={action.value} hosts={hosts} onClose={() => (action.value = null)} />
      )}
    </>
  );
}

function NoAgents() {
  return (
    <Notice kind="empty" title="No host has an agent yet">
      <p>
        An agent reports the packages of its host after each change, without a login.{' '}
        <a href={href('agents', { view: 'without' })}>Choose hosts to install it on</a>
      </p>
    </Notice>
  );
}

function NoHosts() {
  return (
    <Notice kind="empty" title="There is no host without an agent">
      <p>
        <a href={href('hosts')}>Add hosts</a> to install agents on them.
      </p>
    </Notice>
  );
}
