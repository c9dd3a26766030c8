import type { List, PagedBody } from '../../api/list.js';
import type { Api } from '../../api/shapes.js';
import { href } from '../../app/place.js';
import { address } from '../../app/router.js';
import { Failure } from '../failure.js';
import { SEVERITY_FILTER } from '../findings/finding-filters.js';
import { Tabs } from '../links/tabs.js';
import { Empty } from '../notice.js';
import { CsvButton } from '../table/csv-button.js';
import type { LoadPage } from '../table/load-rows.js';
import { PagedTable } from '../table/paged-table.js';
import { Time } from '../time.js';
import { DiffCoverage } from './diff-coverage.js';
import { DiffExports } from './diff-exports.js';
import { countsText, emptyTitle, movedText } from './diff-words.js';
import { ENTRY_CSV, type ListedEntry } from './entry-csv.js';
import { EntryList } from './entry-list.js';
import { NotComparedTable } from './not-compared.js';
import { PortChanges } from './port-changes.js';
import { type DiffBody, type DiffHead, SECTIONS, useDiffPage } from './use-diff-page.js';

interface DiffViewProps {
  taskId: number;
  /** the earlier task that it is compared with; null: the task before */
  baseId?: number | null;
  /** parameters of the address that stay when the kind of differences changes */
  keep?: readonly string[];
}

/**
 * The new and fixed findings of a task: first which hosts were not checked, then entries by host and action. The kind,
 * the filters and the page are in the address.
 */
export function DiffView({ taskId, baseId = null, keep = [] }: DiffViewProps) {
  const section = sectionOf(address.value.query.section);
  const { list, of } = useDiffPage({ taskId, baseId, section });
  const { data, error } = list;
  const head = data?.meta.diff;
  if (error && !data) return <Failure error={error} retry={list.reload} />;
  if (head?.task_id !== taskId) return <p class="muted">Loading…</p>;
  return (
    <section aria-labelledby="diff-title">
      <header class="heading">
        <h2 id="diff-title">Difference of {head.number_task}</h2>
        <DiffExports diff={head} baseId={baseId} />
      </header>
      <DiffCoverage diff={head} />
      <Against diff={head} />
      <Moved devices={head.moved} />
      <Tabs label="Kinds of differences" name="section" tabs={tabs(head)} keep={keep} />
      <Section
        key={`${taskId} ${baseId ?? ''} ${section}`}
        section={section}
        // The rows of the section before stay until those of this one are there: they have other fields.
        list={of === section ? list : { ...list, data: null }}
      />
    </section>
  );
}

const tabs = ({ summary, ports }: DiffHead): (readonly [string, string])[] => [
  ['new', `New ${summary.new}`],
  ['fixed', `Fixed ${summary.fixed}`],
  ['changed', `Changed ${summary.changed}`],
  ['not-compared', `Not compared ${summary.not_compared}`],
  ['ports', `Ports ${ports}`],
];

const MAX_SHOWN_MOVES = 5;

const taskNumber = (id: number): string => `TASK-${String(id).padStart(5, '0')}`;

function Against({ diff: { base_task_id, finished_at, summary } }: { diff: DiffHead }) {
  return (
    <p>
      {countsText(summary)}. Finished <Time at={finished_at} />,{' '}
      {base_task_id === null ? (
        'the first task of its template: there is nothing to compare it with.'
      ) : (
        <>
          compared with{' '}
          <a class="id" href={href(`tasks/${base_task_id}`)}>
            {taskNumber(base_task_id)}
          </a>
          .
        </>
      )}
    </p>
  );
}

/** The devices that answer at another address than before. */
function Moved({ devices }: { devices: DiffHead['moved'] }) {
  if (devices.length === 0) return null;
  return (
    <details open={devices.length <= MAX_SHOWN_MOVES}>
      <summary>Moved devices: {devices.length}</summary>
      <ul>
        {devices.map((device) => (
          <li key={device.to.host_id}>{movedText(device)}.</li>
        ))}
      </ul>
    </details>
  );
}

const sectionOf = (text = 'new'): keyof typeof SECTIONS =>
  text in SECTIONS ? (text as keyof typeof SECTIONS) : 'new';

interface SectionProps {
  section: keyof typeof SECTIONS;
  list: List<DiffBody>;
}

const ORDERS = [
  ['severity', 'severity'],
  ['host', 'host'],
  ['package', 'package'],
] as const;

function Section({ section, list }: SectionProps) {
  const { control } = list;
  if (section === 'ports') return <PortChanges list={list as List<never>} />;
  if (section === 'not-compared') return <NotComparedTable list={list as List<never>} />;
  const { host_id: hostId } = control.state.filters;
  const [host] = (list.data?.data ?? []) as Api<'DiffEntry'>[];
  const { label } = SECTIONS[section];
  return (
    <>
      {(list.data?.meta.total ?? 0) > 0 && (
        <p>
          <CsvButton
            name={label.toLowerCase().replaceAll(' ', '-')}
            columns={ENTRY_CSV}
            load={list.load as LoadPage<ListedEntry>}
            label="CSV of these entries"
          />
        </p>
      )}
      <PagedTable
        label={label}
        list={list as unknown as List<PagedBody<Api<'DiffEntry'>>>}
        columns={[]}
        rowId={() => 0}
        render={(rows) => (
          <EntryList entries={rows} control={control} isFixed={section === 'fixed'} />
        )}
        search="Search hosts, vulnerabilities, packages"
        filters={[
          SEVERITY_FILTER,
          ...(hostId === undefined
            ? []
            : [
                {
                  name: 'host_id',
                  label: 'Host',
                  options: [[hostId, host?.name ?? host?.ip ?? hostId]] as const,
                },
              ]),
        ]}
        orders={{ unset: 'risk', options: ORDERS }}
        empty={<Empty title={emptyTitle(SECTIONS[section], list.data?.meta.diff.summary)} />}
      />
    </>
  );
}
