import { href } from '../../app/place.js';
import { useTitle } from '../../app/title.js';
import { currentTab, Tabs } from '../../parts/links/tabs.js';
import { ActionsView } from './actions-view.js';
import { EachView } from './each-view.js';
import { HostsView } from './hosts-view.js';
import { VulnerabilitiesView } from './vulnerabilities-view.js';

const VIEWS = [
  ['vulnerabilities', 'By vulnerability'],
  ['findings', 'Each finding'],
  ['actions', 'By action'],
  ['hosts', 'By host'],
] as const;

/** Filters that stay when the view changes. */
const SHARED_FILTERS = ['severity', 'group_id', 'kev', 'fixable', 'package', 'epss_min', 'q'];

/** The open findings of all hosts, in views of one filter. */
export default function FindingsScreen() {
  useTitle('Findings');
  const view = currentTab('view', VIEWS);
  return (
    <>
      <header class="heading">
        <h1 tabIndex={-1}>Findings</h1>
        <a href={href('acceptances')}>Acceptances</a>
      </header>
      <Tabs label="Views" name="view" tabs={VIEWS} keep={SHARED_FILTERS} />
      <View view={view} />
    </>
  );
}

function View({ view }: { view: string }) {
  switch (view) {
    case 'actions':
      return <ActionsView />;
    case 'findings':
      return <EachView />;
    case 'hosts':
      return <HostsView />;
    default:
      return <VulnerabilitiesView />;
  }
}
