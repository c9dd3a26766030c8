import { FINDING_TOPICS } from '../../api/changes.js';
import { useApiList } from '../../api/list.js';
import type { Api } from '../../api/shapes.js';
import { findingFilter } from '../../parts/accept/accept-many.js';
import { AcceptSelected } from '../../parts/accept/accept-selected.js';
import { useAcceptInRow } from '../../parts/accept/use-accept-in-row.js';
import { epssText, ExploitedMark, Risk } from '../../parts/findings/finding-cells.js';
import { FINDING_FILTERS, FINDING_SORTS } from '../../parts/findings/finding-filters.js';
import { titleText } from '../../parts/findings/title-text.js';
import { ListCoverage } from '../../parts/hosts/list-coverage.js';
import { useGroupFilter } from '../../parts/hosts/use-groups.js';
import { vulnerabilityHref } from '../../parts/links/vulnerability-link.js';
import { Severity } from '../../parts/severity.js';
import type { Column } from '../../parts/table/columns.js';
import type { CsvColumns } from '../../parts/table/csv-button.js';
import { PagedTable } from '../../parts/table/paged-table.js';
import { useSelection } from '../../parts/table/selection.js';
import { useSteadyList } from '../../parts/table/steady/use-steady-list.js';
import { countText } from '../../parts/text/plural.js';
import { exactTime, Time } from '../../parts/time.js';
import { NothingOpen } from './nothing-open.js';

type Vulnerability = Api<'Vulnerability'>;

const MAX_PACKAGES = 3;

const COLUMNS: readonly Column<Vulnerability>[] = [
  {
    heading: 'Vulnerability',
    cell: ({ vulnerability_id }) => <span class="id">{vulnerability_id}</span>,
  },
  { heading: 'Title', cell: titleText },
  {
    heading: 'Severity',
    cell: ({ severity, kev }) => (
      <>
        <Severity value={severity} /> <ExploitedMark kev={kev} />
      </>
    ),
    sort: ['severity', '-severity'],
  },
  { heading: 'Risk', isNumber: true, cell: (row) => <Risk {...row} />, sort: ['risk', '-risk'] },
  {
    heading: 'Hosts',
    isNumber: true,
    cell: ({ hosts_affected }) => countText(hosts_affected),
  },
  {
    heading: 'Where',
    cell: ({ packages }) => packagesText(packages),
    sort: ['package', '-package'],
  },
  { heading: 'EPSS', isNumber: true, cell: ({ epss }) => epssText(epss), sort: ['epss', '-epss'] },
  {
    heading: 'First seen',
    isShort: true,
    cell: ({ first_seen }) => <Time at={first_seen} />,
    sort: ['first_seen', '-first_seen'],
  },
];

/** Returns the first packages, and how many more there are. */
const packagesText = (packages: readonly string[]): string =>
  [
    ...packages.slice(0, MAX_PACKAGES),
    ...(packages.length > MAX_PACKAGES ? [`${packages.length - MAX_PACKAGES} more`] : []),
  ].join(', ');

const CSV: CsvColumns<Vulnerability> = [
  ['vulnerability', ({ vulnerability_id: id }) => id],
  ['title', ({ title }) => title],
  ['severity', ({ severity }) => severity],
  ['risk', ({ risk }) => `${risk}`],
  ['known exploited', ({ kev }) => (kev === null ? 'no' : 'yes')],
  ['epss', ({ epss }) => `${epss?.score ?? ''}`],
  ['hosts', ({ hosts_affected: hosts }) => `${hosts}`],
  ['packages', ({ packages }) => packages.join(' ')],
  ['first seen', ({ first_seen }) => exactTime(first_seen)],
];

const idOf = ({ vulnerability_id }: Vulnerability): string => vulnerability_id;

/** The vulnerabilities of all hosts, that of the highest risk first. */
export function VulnerabilitiesView() {
  const resource = useApiList('/vulnerabilities', {
    sorts: FINDING_SORTS,
    filters: ['group_id', 'host_id', ...FINDING_FILTERS.map(({ name }) => name)],
    topics: FINDING_TOPICS,
  });
  const { state } = resource.control;
  const byGroup = useGroupFilter(resource.control);
  const { list, bar } = useSteadyList(resource, idOf);
  const { column, dialog } = useAcceptInRow<Vulnerability>(
    ({ vulnerability_id }) => ({ vulnerability: vulnerability_id }),
    list.reload,
  );
  const selection = useSelection<string>(state);
  const filter = findingFilter(state);
  const vulnerability_ids = [...selection.ids];
  const accepted = (): void => {
    selection.clear();
    list.reload();
  };
  return (
    <>
      <ListCoverage of={resource} />
      {bar}
      <PagedTable
        label="Vulnerabilities"
        list={list}
        columns={[...COLUMNS, column]}
        rowId={idOf}
        rowHref={({ vulnerability_id }) => vulnerabilityHref(vulnerability_id)}
        search="Search id, title or package"
        filters={[...FINDING_FILTERS, byGroup]}
        selection={selection}
        actions={
          <AcceptSelected
            selected={
              selection.isAllMatching ? { filter } : { filter: { ...filter, vulnerability_ids } }
            }
            onAccepted={accepted}
          />
        }
        csv={CSV}
        empty={<NothingOpen />}
      />
      {dialog}
    </>
  );
}
