import type { Api } from '../../api/shapes.js';
import { href } from '../../app/place.js';
import { Time } from '../../parts/time.js';
import { countText, plural } from '../../parts/text/plural.js';

/** Tasks, starts, data and acceptances. */
export function StatePanels({ summary }: { summary: Api<'Summary'> }) {
  const { tasks, schedules, feeds, agents } = summary;
  const stale = feeds.filter(({ stale: isStale, status }) => isStale || status === 'failed');
  return (
    <section class="panel" aria-labelledby="state-title">
      <h2 id="state-title">Tasks and data</h2>
      <ul class="lines">
        <li>
          <a href={href('tasks', { status: 'working' })}>{countText(tasks.working)} running</a>
          {tasks.failed_24h > 0 && (
            <span class="error"> {countText(tasks.failed_24h)} failed in 24 hours</span>
          )}
        </li>
        {tasks.last.map((task) => (
          <LastTask key={task.task_id} task={task} />
        ))}
        {schedules.next.map(({ template_id, name, at }) => (
          <li key={template_id}>
            Next: <a href={href(`templates/${template_id}`)}>{name}</a> <Time at={at} />
          </li>
        ))}
        {schedules.missed_24h > 0 && (
          <li>
            <span class="error">{plural(schedules.missed_24h, 'start')} missed in 24 hours</span>:{' '}
            <a href={href('calendar')}>calendar</a>
          </li>
        )}
        {stale.map(({ name, status, data_from }) => (
          <li key={name} class="error">
            {name}: {status === 'failed' ? 'the last update failed' : 'old data'}, from{' '}
            <Time at={data_from} />
          </li>
        ))}
        <li>
          Agents:{' '}
          <a href={href('agents', { state: 'online' })}>{countText(agents.online)} online</a>,{' '}
          <a href={href('agents', { state: 'offline' })}>{countText(agents.offline)} offline</a>,{' '}
          <a href={href('agents', { view: 'without' })}>{countText(agents.none)} without one</a>
        </li>
        <Expiring count={summary.acceptances.ending_14d} />
      </ul>
    </section>
  );
}

/** One of the newest tasks; a working one with its progress. */
function LastTask({ task }: { task: Api<'Summary'>['tasks']['last'][number] }) {
  const { task_id, number_task, template, status, finished_at, hosts_total, hosts_done } = task;
  return (
    <li>
      <a href={href(`tasks/${task_id}`)}>{number_task}</a> {template ?? 'deleted template'}:{' '}
      {status}
      {status === 'working' && (
        <>
          {' '}
          <progress max={hosts_total} value={hosts_done} aria-label="Hosts done" />{' '}
          {countText(hosts_done)} of {plural(hosts_total, 'host')}
        </>
      )}
      {task.error !== null && <span class="error">, {task.error}</span>}
      {finished_at !== null && (
        <>
          , <Time at={finished_at} />
        </>
      )}
    </li>
  );
}

/** Acceptances that end soon: their findings are open again then. */
function Expiring({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <li>
      <a href={href('acceptances', { expiring_within_days: '14' })}>
        {plural(count, 'acceptance ends', 'acceptances end')} within 14 days
      </a>
    </li>
  );
}
