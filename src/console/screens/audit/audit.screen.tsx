import { changeText } from '../../../audit/words/change-text.js';
import { describeChanges } from '../../../audit/words/describe-changes.js';
import { useApiList } from '../../api/list.js';
import { roleHint } from '../../api/session.js';
import type { Api } from '../../api/shapes.js';
import type { ListState } from '../../app/list-address.js';
import { Empty, Notice } from '../../parts/notice.js';
import type { Column, FilterChoice } from '../../parts/table/columns.js';
import type { CsvColumns } from '../../parts/table/csv-button.js';
import { PagedTable } from '../../parts/table/paged-table.js';
import { exactTime, ExactTime, now } from '../../parts/time.js';
import { ChangesCell, classOfWord } from './changes-cell.js';

type Line = Api<'AuditLine'>;

const COLUMNS: readonly Column<Line>[] = [
  { heading: 'Time', cell: ({ time }) => <ExactTime at={time} /> },
  {
    heading: 'Who',
    cell: ({ actor: { name, address } }) => `${name ?? 'unknown'}${address ? `, ${address}` : ''}`,
  },
  {
    heading: 'Action',
    cell: ({ action, count }) => (count === 1 ? action : `${action} (${count})`),
  },
  {
    heading: 'On what',
    cell: ({ resource, resource_id, resource_name }) => (
      <>
        {resource}{' '}
        {resource_name !== null && <bdi class={classOfWord(resource_name)}>{resource_name}</bdi>}{' '}
        {resource_id !== null && (
          <span class="id">{resource_name === null ? resource_id : `(${resource_id})`}</span>
        )}
      </>
    ),
  },
  { heading: 'Changes', cell: (line) => <ChangesCell line={line} /> },
  {
    heading: 'Outcome',
    cell: ({ outcome, code }) => (
      <span class={outcome === 'ok' ? undefined : 'error'}>
        {outcome}
        {code !== null && ` (${code})`}
      </span>
    ),
  },
];

const FILTERS: readonly FilterChoice[] = [
  { name: 'actor', label: 'Who' },
  {
    name: 'action',
    label: 'Action',
    options: ['create', 'update', 'delete', 'run', 'import', 'stop', 'login_failed'].map((a) => [
      a,
      a,
    ]),
  },
  { name: 'resource', label: 'Resource' },
  { name: 'resource_id', label: 'Id' },
  { name: 'outcome', label: 'Outcome', options: ['ok', 'refused', 'failed'].map((o) => [o, o]) },
  {
    name: 'days',
    label: 'Time',
    options: [
      ['1', 'last 24 hours'],
      ['7', 'last 7 days'],
      ['30', 'last 30 days'],
    ],
  },
];

/** The fields of the file of the log, in the order of the columns. */
const CSV: CsvColumns<Line> = [
  ['time', ({ time }) => exactTime(time)],
  ['actor', ({ actor }) => actor.name ?? ''],
  ['address', ({ actor }) => actor.address ?? ''],
  ['action', ({ action }) => action],
  ['resource', ({ resource }) => resource],
  ['resource_id', ({ resource_id }) => resource_id ?? ''],
  ['resource_name', ({ resource_name }) => resource_name ?? ''],
  ['changes', changesText],
  ['outcome', ({ outcome }) => outcome],
  ['code', ({ code }) => code ?? ''],
  ['count', ({ count }) => `${count}`],
];

/** Who changed what, and failed sign-ins. */
export default function AuditScreen() {
  const hint = roleHint('admin');
  const list = useApiList('/audit', {
    filters: FILTERS.map(({ name }) => name),
    query: sinceDays,
    isOff: hint !== null,
  });
  return (
    <>
      <h1 tabIndex={-1}>Audit</h1>
      {hint === null ? (
        <PagedTable
          label="Lines of the audit log"
          list={list}
          columns={COLUMNS}
          rowId={({ id }) => id}
          filters={FILTERS}
          csv={CSV}
          file="audit"
          empty={<Empty title="Nothing was changed yet" />}
        />
      ) : (
        <Notice kind="warning" title={hint} />
      )}
    </>
  );
}

const SECONDS_PER_MINUTE = 60;
const SECONDS_PER_DAY = 86_400;

/** The address has days, the service wants a time: it advances by minutes, so that the request stays the same. */
function sinceDays({ filters: { days = '' } }: ListState): object {
  const minutes = Math.floor(now.peek() / SECONDS_PER_MINUTE);
  const since = minutes * SECONDS_PER_MINUTE - Number(days) * SECONDS_PER_DAY;
  return { days: undefined, ...(/^\d{1,4}$/.test(days) && { since }) };
}

/** The changed fields in one cell of the file. */
function changesText(line: Line): string {
  return describeChanges(line, exactTime)
    .map((change) => changeText(change))
    .join('; ');
}
