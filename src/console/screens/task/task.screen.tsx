import { useRead } from '../../api/read.js';
import type { Api } from '../../api/shapes.js';
import { useTitle } from '../../app/title.js';
import { DiffView } from '../../parts/diff/diff-view.js';
import { currentTab, Tabs } from '../../parts/links/tabs.js';
import { isMissing, Loaded, NoSuch } from '../../parts/loaded.js';
import { Notice } from '../../parts/notice.js';
import type { ScreenProps } from '../screen-props.js';
import { HostsTab } from './hosts-tab.js';
import { ResultsTab } from './results-tab.js';
import { TaskHead } from './task-head.js';

const TABS = [
  ['hosts', 'Hosts'],
  ['results', 'Results'],
  ['differences', 'Differences'],
] as const;

/** One task: its progress while it works, then what it found on which host, and what it could not check. */
export default function TaskScreen({ params }: ScreenProps) {
  const id = Number(params.id);
  const task = useRead('/api/v1/tasks/{id}', { path: { id } }, ['tasks']);
  useTitle(...titleWords(task.data?.data), 'Tasks');
  if (isMissing(task)) return <NoSuch noun="task" id={params.id} list="tasks" />;
  return (
    <Loaded of={task} title={`Task ${params.id ?? ''}`}>
      {({ data }) => (
        <>
          <TaskHead task={data} reload={task.reload} />
          <Tabs label="Parts of this task" name="tab" tabs={TABS} />
          <Tab task={data} />
        </>
      )}
    </Loaded>
  );
}

function titleWords(task: Api<'Task'> | undefined): string[] {
  if (!task) return [];
  return [task.status === 'working' ? `${task.percent} %` : task.status, task.number_task];
}

function Tab({ task }: { task: Api<'Task'> }) {
  const tab = currentTab('tab', TABS);
  if (tab === 'results') return <ResultsTab id={task.id} />;
  if (tab === 'hosts') return <HostsTab id={task.id} />;
  if (task.status === 'working')
    return (
      <Notice kind="empty" title="The task is still working">
        <p>Its differences are made when it ends.</p>
      </Notice>
    );
  return <DiffView taskId={task.id} keep={['tab']} />;
}
