import { api, unwrap } from '../../api/client.js';
import type { Api } from '../../api/shapes.js';
import { useResource } from '../../api/resource.js';
import { href } from '../../app/place.js';
import { download } from '../download.js';
import { Failure } from '../failure.js';
import { currentTab, Tabs } from '../links/tabs.js';
import { Notice } from '../notice.js';
import { plural } from '../text/plural.js';
import { Time } from '../time.js';
import { DiffCoverage } from './diff-coverage.js';
import { EntryList } from './entry-list.js';
import { NotComparedList } from './not-compared.js';
import { PortChanges } from './port-changes.js';

type Diff = Api<'TaskDiff'>;

/** The new and fixed findings since the task before: first which hosts were not checked, then entries by host and action. */
export function DiffView({ taskId, keep = [] }: { taskId: number; keep?: readonly string[] }) {
  const diff = useResource(`diff ${taskId}`, (signal) => readDiff(taskId, signal));
  const { data, error } = diff;
  if (error && !data) return <Failure error={error} retry={diff.reload} />;
  if (!data || data.data.task_id !== taskId) return <p class="muted">Loading…</p>;
  return <Loaded diff={data.data} keep={keep} />;
}

/** The service answers with JSON unless another format is asked for. */
const readDiff = (id: number, signal: AbortSignal) =>
  unwrap(api.GET('/api/v1/tasks/{id}/diff', { params: { path: { id } }, signal })) as Promise<{
    data: Diff;
  }>;

function Loaded({ diff, keep }: { diff: Diff; keep: readonly string[] }) {
  const tabs = sections(diff);
  const section = currentTab(
    'section',
    tabs.map(([value]) => value),
  );
  return (
    <section aria-labelledby="diff-title">
      <header class="heading">
        <h2 id="diff-title">Difference of {diff.number_task}</h2>
        <Exports diff={diff} />
      </header>
      <DiffCoverage diff={diff} />
      <Against diff={diff} />
      <Tabs label="Kinds of differences" name="section" tabs={tabs} keep={keep} />
      <Section diff={diff} section={section} />
    </section>
  );
}

function sections({ summary, services }: Diff): (readonly [string, string])[] {
  const ports = services.opened.length + services.closed.length + services.changed.length;
  return [
    ['new', `New ${summary.new}`],
    ['fixed', `Fixed ${summary.fixed}`],
    ['changed', `Changed ${summary.changed}`],
    ['not-compared', `Not compared ${summary.not_compared}`],
    ['ports', `Ports ${ports}`],
  ];
}

function Against({ diff: { base_task_id, finished_at, summary } }: { diff: Diff }) {
  return (
    <p>
      {plural(summary.open, 'finding')} open, {summary.unchanged} unchanged, {summary.accepted}{' '}
      accepted. Finished <Time at={finished_at} />,{' '}
      {base_task_id === null ? (
        'the first task of its template: there is nothing to compare it with.'
      ) : (
        <>
          compared with <a href={href(`tasks/${base_task_id}`)}>the task before</a>.
        </>
      )}
    </p>
  );
}

function Section({ diff, section }: { diff: Diff; section: string }) {
  const { services } = diff;
  switch (section) {
    case 'ports':
      if (services.opened.length + services.closed.length + services.changed.length === 0)
        return <Notice kind="empty" title="No port changed" />;
      return <PortChanges services={services} />;
    case 'not-compared':
      if (diff.not_compared.length === 0)
        return <Notice kind="empty" title="All hosts were compared" />;
      return <NotComparedList hosts={diff.not_compared} />;
    default:
      return <Entries diff={diff} section={section as 'new' | 'fixed' | 'changed'} />;
  }
}

const NOTHING = {
  new: 'Nothing is new on the hosts that were compared',
  fixed: 'Nothing was fixed on the hosts that were compared',
  changed: 'Nothing else changed on the hosts that were compared',
} as const;

function Entries({ diff, section }: { diff: Diff; section: keyof typeof NOTHING }) {
  const entries = diff[section];
  if (entries.length === 0) return <Notice kind="empty" title={NOTHING[section]} />;
  return <EntryList key={`${diff.task_id} ${section}`} entries={entries} />;
}

const FORMATS = [
  ['html', 'HTML'],
  ['markdown', 'Markdown'],
  ['csv', 'CSV'],
  ['json', 'JSON'],
] as const;
const ENDINGS = { html: 'html', markdown: 'md', csv: 'csv', json: 'json' } as const;

/** The whole difference as a file. */
function Exports({ diff: { task_id, number_task } }: { diff: Diff }) {
  const save = (format: keyof typeof ENDINGS): Promise<void> =>
    download(`${number_task}.${ENDINGS[format]}`, () =>
      unwrap(
        api.GET('/api/v1/tasks/{id}/diff', {
          params: { path: { id: task_id }, query: { format } },
          parseAs: 'blob',
        }),
      ),
    );
  return (
    <div class="buttons" role="group" aria-label="Export">
      {FORMATS.map(([format, name]) => (
        <button key={format} type="button" class="quiet" onClick={() => void save(format)}>
          {name}
        </button>
      ))}
    </div>
  );
}
