import { api, unwrap } from '../../api/client.js';
import type { Api } from '../../api/shapes.js';
import { useResource } from '../../api/resource.js';
import { href } from '../../app/place.js';
import { useTitle } from '../../app/title.js';
import { DiffView } from '../../parts/diff/diff-view.js';
import { Failure } from '../../parts/failure.js';
import { currentTab, Tabs } from '../../parts/links/tabs.js';
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
  const task = useResource(
    `task ${id}`,
    (signal) => unwrap(api.GET('/api/v1/tasks/{id}', { params: { path: { id } }, signal })),
    ['tasks'],
  );
  const { data, error } = task;
  useTitle(...titleWords(data?.data), 'Tasks');
  if (error?.status === 404 || error?.status === 400) return <NoSuchTask id={params.id ?? ''} />;
  return (
    <>
      {!data && <h1 tabIndex={-1}>Task {params.id}</h1>}
      {error && <Failure error={error} retry={task.reload} />}
      {!data && !error && <p class="muted">Loading…</p>}
      {data && (
        <>
          <TaskHead task={data.data} reload={task.reload} />
          <Tabs label="Parts of this task" name="tab" tabs={TABS} />
          <Tab task={data.data} />
        </>
      )}
    </>
  );
}

function titleWords(task: Api<'Task'> | undefined): string[] {
  if (!task) return [];
  return [task.status === 'working' ? `${task.percent} %` : task.status, task.number_task];
}

function Tab({ task }: { task: Api<'Task'> }) {
  const tab = currentTab(
    'tab',
    TABS.map(([value]) => value),
  );
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

function NoSuchTask({ id }: { id: string }) {
  return (
    <>
      <h1 tabIndex={-1}>There is no such task</h1>
      <p>
        No task has the id <code>{id}</code>: it may have been deleted.{' '}
        <a href={href('tasks')}>Open the list of tasks</a>
      </p>
    </>
  );
}
