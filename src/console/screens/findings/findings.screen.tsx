import { href } from '../../app/place.js';
import { useTitle } from '../../app/title.js';
import { FleetCoverage } from '../../parts/hosts/fleet-coverage.js';
import { useGroups } from '../../parts/hosts/use-groups.js';
import { currentTab, Tabs } from '../../parts/links/tabs.js';
import { ActionsView } from './actions-view.js';
import { VulnerabilitiesView } from './vulnerabilities-view.js';

const VIEWS = [
  ['vulnerabilities', 'By vulnerability'],
  ['actions', 'By action'],
] as const;

/** Filters that stay when the view changes. */
const SHARED_FILTERS = ['severity', 'group_id', 'kev', 'fixable', 'package', 'epss_min', 'q'];

/** What is open on all hosts, in views of one filter. */
export default function FindingsScreen() {
  const groups = useGroups();
  useTitle('Findings');
  const view = currentTab(
    'view',
    VIEWS.map(([value]) => value),
  );
  return (
    <>
      <header class="heading">
        <h1 tabIndex={-1}>Findings</h1>
        <a href={href('acceptances')}>Acceptances</a>
      </header>
      <FleetCoverage />
      <Tabs label="Views" name="view" tabs={VIEWS} keep={SHARED_FILTERS} />
      {view === 'actions' ? (
        <ActionsView groups={groups} />
      ) : (
        <VulnerabilitiesView groups={groups} />
      )}
    </>
  );
}
