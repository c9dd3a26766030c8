import { useApiList } from '../../api/list.js';
import type { Api } from '../../api/shapes.js';
import { coverageWords } from '../../parts/hosts/coverage-words.js';
import { CoverageMark } from '../../parts/hosts/host-coverage.js';
import { HostLink } from '../../parts/links/host-link.js';
import { Empty } from '../../parts/notice.js';
import { SeverityCounts } from '../../parts/severity.js';
import type { Column } from '../../parts/table/columns.js';
import { PagedTable } from '../../parts/table/paged-table.js';

type Result = Api<'TaskResult'>;
const PORTS_SHOWN = 12;

const COLUMNS: readonly Column<Result>[] = [
  {
    heading: 'Host',
    cell: ({ host_id, name, ip }) => <HostLink id={host_id} name={name} ip={ip} />,
  },
  { heading: 'Checked', cell: ({ coverage }) => <CoverageMark coverage={coverage} /> },
  { heading: 'Findings', cell: (result) => <Findings result={result} /> },
  { heading: 'Open ports', cell: ({ services }) => <Ports services={services} /> },
];

/** A host that was not checked has no count: none would mean that it is clean. */
function Findings({ result: { findings, coverage } }: { result: Result }) {
  const isUnknown = coverageWords(coverage).state === 'not_checked' && findings.length === 0;
  if (isUnknown) return <span class="muted">not known</span>;
  const open = findings.filter(({ accepted }) => accepted === null);
  const accepted = findings.length - open.length;
  return (
    <>
      <SeverityCounts
        counts={countBySeverity(open)}
        none={coverageWords(coverage).state === 'checked' ? 'none' : 'none known'}
      />
      {accepted > 0 && <span class="muted"> {accepted} accepted</span>}
    </>
  );
}

function Ports({ services }: { services: Result['services'] }) {
  const open = services.filter(({ state }) => state === 'open');
  const rest = open.length - PORTS_SHOWN;
  return (
    <>
      {open
        .slice(0, PORTS_SHOWN)
        .map(({ port, transport, service }) => `${port}/${transport} ${service ?? ''}`.trim())
        .join(', ')}
      {rest > 0 && <span class="muted"> and {rest} more</span>}
    </>
  );
}

/** The findings and open ports of each host. */
export function ResultsTab({ id }: { id: number }) {
  const list = useApiList('/api/v1/tasks/{id}/results', { of: { id }, topics: ['tasks'] });
  return (
    <PagedTable
      label="Results by host"
      list={list}
      columns={COLUMNS}
      rowId={({ host_id }) => host_id}
      empty={
        <Empty title="There are no results: no host of this task is done">
          The tab of its hosts says why.
        </Empty>
      }
    />
  );
}

type Counts = Record<Api<'Finding'>['severity'], number>;

/** Returns the number of findings of each severity. */
function countBySeverity(findings: readonly Pick<Api<'Finding'>, 'severity'>[]): Counts {
  const counts: Counts = { critical: 0, high: 0, medium: 0, low: 0, none: 0, unknown: 0 };
  for (const { severity } of findings) counts[severity] += 1;
  return counts;
}
