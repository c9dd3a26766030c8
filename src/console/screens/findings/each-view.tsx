import { FINDING_TOPICS } from '../../api/changes.js';
import { useApiList } from '../../api/list.js';
import type { Api } from '../../api/shapes.js';
import { findingFilter, flatKey, namedFindings } from '../../parts/accept/accept-many.js';
import { AcceptSelected } from '../../parts/accept/accept-selected.js';
import { FINDING_COLUMNS } from '../../parts/findings/finding-columns.js';
import {
  FINDING_FILTERS,
  FINDING_SORTS,
  SEVERITY_MAX_FILTER,
} from '../../parts/findings/finding-filters.js';
import { ListCoverage } from '../../parts/hosts/list-coverage.js';
import { useGroupFilter } from '../../parts/hosts/use-groups.js';
import { vulnerabilityHref } from '../../parts/links/vulnerability-link.js';
import type { Column, FilterChoice } from '../../parts/table/columns.js';
import { PagedTable } from '../../parts/table/paged-table.js';
import { useSelection } from '../../parts/table/selection.js';
import { useSteadyList } from '../../parts/table/steady/use-steady-list.js';
import { ExactTime, exactTime, Time } from '../../parts/time.js';
import { placeText } from '../../parts/findings/place-text.js';
import { NothingOpen } from './nothing-open.js';

const STATE_FILTER: FilterChoice = {
  name: 'state',
  label: 'State',
  unset: 'open or accepted',
  options: [
    ['open', 'open'],
    ['accepted', 'accepted'],
    ['new', 'appeared'],
    ['fixed', 'disappeared'],
  ],
};
const OTHERS = [...FINDING_FILTERS.filter(({ name }) => name !== 'accepted'), SEVERITY_MAX_FILTER];
/** Links of other screens lead to these. */
const LINKED = ['since', 'until', 'cause', 'group_id', 'host_id'];

const CHANGE_COLUMNS: readonly Column<Api<'FlatFinding'>>[] = [
  { heading: 'Changed', isShort: true, cell: ({ changed_at }) => <Time at={changed_at} /> },
  { heading: 'Now', isShort: true, cell: ({ state }) => state },
];

/** Each finding of all hosts, that of the highest risk first; also what is new or fixed since a time. */
export function EachView() {
  const resource = useApiList('/findings', {
    sorts: FINDING_SORTS,
    filters: [...LINKED, 'state', ...OTHERS.map(({ name }) => name)],
    topics: FINDING_TOPICS,
  });
  const { state } = resource.control;
  const byGroup = useGroupFilter(resource.control);
  const { list, bar } = useSteadyList(resource, flatKey);
  const selection = useSelection<string>(state);
  const ofChanges = state.filters.state === 'new' || state.filters.state === 'fixed';
  const accepted = (): void => {
    selection.clear();
    list.reload();
  };
  return (
    <>
      <SinceWords filters={state.filters} changes={resource.data?.meta.changes ?? null} />
      <ListCoverage of={resource} />
      {bar}
      <PagedTable
        label="Findings"
        list={list}
        columns={ofChanges ? [...FINDING_COLUMNS.all, ...CHANGE_COLUMNS] : FINDING_COLUMNS.all}
        rowId={flatKey}
        rowHref={({ vulnerability_id }) => vulnerabilityHref(vulnerability_id)}
        search="Search id, title or package"
        filters={[STATE_FILTER, ...OTHERS, byGroup]}
        selection={selection}
        actions={
          <AcceptSelected
            selected={
              selection.isAllMatching
                ? { filter: findingFilter(state) }
                : { findings: namedFindings(selection.ids) }
            }
            hint={
              selection.isAllMatching && ofChanges
                ? 'Only for findings that are selected one by one'
                : null
            }
            onAccepted={accepted}
          />
        }
        csv={FINDING_CSV}
        empty={<NothingOpen />}
      />
    </>
  );
}

interface SinceWordsProps {
  filters: Readonly<Record<string, string>>;
  /** null: the list is of findings as they are now */
  changes: { since: number; known_since: number } | null;
}

/** Says from when on changes are listed: no filter shows the time, and older changes may not be stored. */
function SinceWords({ filters, changes }: SinceWordsProps) {
  const { since = '', cause } = filters;
  const why = cause === 'knowledge' ? ', only by new vulnerability data' : '';
  const from = changes?.since ?? (/^\d{1,10}$/.test(since) ? Number(since) : null);
  if (from === null) return null;
  return (
    <p>
      Since <ExactTime at={from} />
      {why}
      {changes !== null && changes.known_since > from && (
        <>
          . Changes are known since <ExactTime at={changes.known_since} />: earlier ones are not
          listed
        </>
      )}
    </p>
  );
}

type Finding = Api<'FlatFinding'>;

const timeText = (at: number | null): string => (at === null ? '' : exactTime(at));

/** The columns of findings of all hosts as CSV. */
const FINDING_CSV: readonly (readonly [heading: string, text: (row: Finding) => string])[] = [
  ['vulnerability', ({ vulnerability_id: id }) => id],
  ['title', ({ title }) => title],
  ['severity', ({ severity }) => severity],
  ['certainty', ({ confidence }) => confidence],
  ['risk', ({ risk }) => `${risk}`],
  ['known exploited', ({ kev }) => (kev === null ? 'no' : 'yes')],
  ['epss', ({ epss }) => `${epss?.score ?? ''}`],
  ['address', ({ ip }) => ip],
  ['host', ({ name }) => name],
  ['where', placeText],
  ['installed', ({ installed_version: version }) => version ?? ''],
  ['fixed in', ({ fixed_version: version }) => version ?? ''],
  ['state', ({ state }) => state],
  ['first seen', ({ first_seen }) => timeText(first_seen)],
  ['changed', ({ changed_at }) => timeText(changed_at)],
];
