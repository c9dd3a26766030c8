import { useTitle } from '../../app/title.js';
import { currentTab, Tabs } from '../../parts/links/tabs.js';
import { api, unwrap } from '../../api/client.js';
import { useResource } from '../../api/resource.js';
import { Coverage } from '../../parts/coverage.js';
import { AgentsView } from './agents-view.js';
import { OperationsView } from './operations-view.js';

const VIEWS = [
  ['agents', 'Agents'],
  ['without', 'Hosts without an agent'],
  ['operations', 'Operations'],
] as const;

/** The agents of all hosts, the hosts that have none, and what was done with them. */
export default function AgentsScreen() {
  useTitle('Agents');
  const view = currentTab('view', VIEWS);
  return (
    <>
      <h1 tabIndex={-1}>Agents</h1>
      <FleetCoverage />
      <Tabs label="Lists of agents" name="view" tabs={VIEWS} />
      {view === 'operations' ? (
        <OperationsView />
      ) : (
        <AgentsView key={view} isWithout={view === 'without'} />
      )}
    </>
  );
}

/** The first line of lists of all hosts or findings: what was not checked, and why. */
function FleetCoverage() {
  const { data } = useResource('summary', (signal) => unwrap(api.GET('/summary', { signal })), [
    'tasks',
    'feeds',
    'hosts',
  ]);
  if (!data) return null;
  const { total, not_checked, coverage, not_checked_reasons, unanswered_addresses } =
    data.data.hosts;
  return (
    <Coverage
      notChecked={not_checked}
      counts={coverage}
      total={total}
      unanswered={unanswered_addresses}
      reasons={not_checked_reasons}
    />
  );
}
