import { useTitle } from '../../app/title.js';
import { FleetCoverage } from '../../parts/hosts/fleet-coverage.js';
import { currentTab, Tabs } from '../../parts/links/tabs.js';
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
  const view = currentTab(
    'view',
    VIEWS.map(([value]) => value),
  );
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
