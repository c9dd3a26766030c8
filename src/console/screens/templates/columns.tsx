import type { Api } from '../../api/shapes.js';
import { href } from '../../app/place.js';
import type { Column } from '../../parts/table/columns.js';
import { nextStart, pauseText, recurrenceText } from '../../parts/tasks/schedule-words.js';
import { targetCount } from '../../parts/tasks/target-count.js';
import { TaskStatus } from '../../parts/tasks/task-status.js';
import { typeWords } from '../../parts/tasks/type-words.js';
import { plural } from '../../parts/text/plural.js';
import { Time } from '../../parts/time.js';
import { NewFindings } from './new-findings.js';
import { RowButtons } from './row-buttons.js';

type Template = Api<'Template'>;

/** Returns the columns of the list of templates. `reload`: after a change of a row. */
export const templateColumns = (reload: () => void): Column<Template>[] => [
  {
    heading: 'Name',
    cell: ({ name }) => <span class="title-text">{name}</span>,
    sort: ['name', '-name'],
  },
  { heading: 'Type', cell: ({ type }) => typeWords(type), sort: ['type', '-type'] },
  { heading: 'Hosts', cell: targetText },
  {
    heading: 'Last task',
    cell: ({ last_task }) => <LastTask task={last_task ?? null} />,
    sort: ['-last_task', 'last_task'],
  },
  { heading: 'New', cell: (template) => <NewFindings template={template} /> },
  {
    heading: 'Next start',
    cell: ({ schedule }) => <NextStart schedule={schedule} />,
    sort: ['next_start', '-next_start'],
  },
  {
    heading: 'Actions',
    isControl: true,
    cell: (template) => <RowButtons template={template} reload={reload} />,
  },
];

/** Returns `3 hosts, 1 group`. */
function targetText({ hosts, groups, params }: Template): string {
  const parts = [
    ...(hosts.length > 0 ? [targetCount(hosts.length, params)] : []),
    ...(groups.length > 0 ? [plural(groups.length, 'group')] : []),
  ];
  return parts.length === 0 ? 'none' : parts.join(', ');
}

function LastTask({ task }: { task: NonNullable<Template['last_task']> | null }) {
  if (task === null) return <span class="muted">not run yet</span>;
  return (
    <>
      <a class="id" href={href(`tasks/${task.id}`)}>
        {task.number_task}
      </a>{' '}
      <TaskStatus {...task} /> <Time at={task.finished_at} none="" />
      {task.error !== null && <span class="error"> {task.error}</span>}
    </>
  );
}

function NextStart({ schedule }: { schedule: Template['schedule'] }) {
  const next = nextStart(schedule);
  return (
    <>
      {next === null ? <span class="muted">{pauseText(schedule)}</span> : <Time at={next} />}
      {schedule && <span class="muted">, {recurrenceText(schedule)}</span>}
    </>
  );
}
