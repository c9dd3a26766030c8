import { FINDING_TOPICS } from '../../api/changes.js';
import { useRead } from '../../api/read.js';
import type { Api } from '../../api/shapes.js';
import { useTitle } from '../../app/title.js';
import { hostName } from '../../parts/hosts/host-name.js';
import { currentTab, Tabs } from '../../parts/links/tabs.js';
import { Loaded, NoSuch } from '../../parts/loaded.js';
import { Notice } from '../../parts/notice.js';
import { TaskList } from '../../parts/tasks/task-list.js';
import type { ScreenProps } from '../screen-props.js';
import { AgentTab } from './agent-tab.js';
import { ChangesTab } from './changes-tab.js';
import { DoFirstTab } from './do-first-tab.js';
import { FindingsTab } from './findings-tab.js';
import { HostHead } from './host-head.js';
import { PackagesTab } from './packages-tab.js';
import { PortsTab } from './ports-tab.js';
import { TimelineTab } from './timeline-tab.js';

const TABS = [
  ['do-first', 'Do first'],
  ['findings', 'Findings'],
  ['ports', 'Ports'],
  ['packages', 'Packages'],
  ['changes', 'Changes'],
  ['timeline', 'Timeline'],
  ['tasks', 'Tasks'],
  ['agent', 'Agent'],
] as const;

/** One host: how far it was checked, its risk, and in tabs what is known about it. */
export default function HostScreen({ params }: ScreenProps) {
  const id = Number(params.id);
  // Only the list has risk and coverage; a card has all packages as well.
  const found = useRead('/hosts', { query: { id, include: 'risk', limit: 1 } }, FINDING_TOPICS);
  const { data, error, reload } = found;
  const host = data?.data[0];
  const name = host ? hostName(host) : `Host ${params.id ?? ''}`;
  useTitle(name, 'Hosts');
  if (error?.status === 400 || (data && !host))
    return <NoSuch noun="host" id={params.id} list="hosts" />;
  return (
    <Loaded of={{ ...found, data: host ?? null }} title={name}>
      {(shown) => (
        <>
          <HostHead host={shown} reload={reload} />
          <Tabs label="Parts of this host" name="tab" tabs={TABS} />
          <Tab host={shown} />
        </>
      )}
    </Loaded>
  );
}

function Tab({ host }: { host: Api<'Host'> }) {
  const { id } = host;
  const tab = currentTab('tab', TABS);
  switch (tab) {
    case 'findings':
      return <FindingsTab host={host} />;
    case 'ports':
      return <PortsTab host={host} />;
    case 'packages':
      return <PackagesTab host={host} />;
    case 'changes':
      return <ChangesTab id={id} />;
    case 'timeline':
      return <TimelineTab id={id} />;
    case 'tasks':
      return <TasksTab id={id} />;
    case 'agent':
      return <AgentTab id={id} />;
    default:
      return <DoFirstTab id={id} />;
  }
}

/** The tasks that had this host, newest first. */
const TasksTab = ({ id }: { id: number }) => (
  <TaskList
    label="Tasks"
    of={{ host_id: id, archived: 'all' }}
    empty={
      <Notice kind="empty" title="No task had this host yet">
        <p>Scan it now, or add it to a template.</p>
      </Notice>
    }
  />
);
