import { useApiList } from '../../api/list.js';
import { href } from '../../app/place.js';
import { BatchDialog } from '../../parts/agents/batch-dialog.js';
import type { AgentAction } from '../../parts/agents/batch-words.js';
import { type Action, useActions } from '../../parts/form/actions.js';
import { Empty } from '../../parts/notice.js';
import { bothWays, type FilterChoice } from '../../parts/table/columns.js';
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
/** The agents, or the hosts without one; from here agents are installed, updated and removed. */
export function AgentsView({ isWithout }: { isWithout: boolean }) {
  const filters = isWithout ? [] : FILTERS;
  const list = useApiList('/agents', {
    sorts: bothWays('name', 'address', 'state', 'version', 'last_seen'),
    filters: filters.map(({ name }) => name),
    query: isWithout ? { state: 'none' } : {},
    topics: ['agents', 'hosts'],
  });
  const { state } = list.control;
  const selection = useSelection(state);
  const hosts = selectedHosts(selection, state, isWithout, async () =>
    (await loadMatching(list.load, selection.matching)).map(({ host_id }) => host_id),
  );
  const start = (action: AgentAction, label: string): Action => ({
    label,
    dialog: (onClose) => <BatchDialog {...{ action, hosts, onClose }} />,
  });
  const { buttons, dialog } = useActions(
    isWithout
      ? [start('install', 'Install')]
      : [
          start('update', 'Update'),
          start('install', 'Install again'),
          start('uninstall', 'Remove'),
        ],
  );
  return (
    <>
      {!isWithout && list.data && (
        <p class="muted">An update installs the version {list.data.meta.version}.</p>
      )}
      <PagedTable
        label={isWithout ? 'Hosts without an agent' : 'Agents'}
        list={list}
        columns={isWithout ? HOST_COLUMNS : AGENT_COLUMNS}
        rowId={({ host_id }) => host_id}
        rowHref={({ host_id }) => href(`hosts/${host_id}`, { tab: 'agent' })}
        search="Search names and addresses"
        filters={filters}
        selection={selection}
        actions={buttons}
        empty={isWithout ? <NoHosts /> : <NoAgents />}
      />
      {dialog}
    </>
  );
}

const NoAgents = () => (
  <Empty title="No host has an agent yet">
    An agent reports the packages of its host after each change, without a login.{' '}
    <a href={href('agents', { view: 'without' })}>Choose hosts to install it on</a>
  </Empty>
);

const NoHosts = () => (
  <Empty title="There is no host without an agent">
    <a href={href('hosts')}>Add hosts</a> to install agents on them.
  </Empty>
);
