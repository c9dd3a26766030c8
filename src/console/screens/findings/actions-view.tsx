import { FINDING_TOPICS } from '../../api/changes.js';
import { useApiList } from '../../api/list.js';
import type { Api } from '../../api/shapes.js';
import { certaintyText } from '../../parts/findings/certainty-words.js';
import { FINDING_FILTERS } from '../../parts/findings/finding-filters.js';
import { REMEDIATION_COLUMNS, remediationKey } from '../../parts/findings/remediation-columns.js';
import { ListCoverage } from '../../parts/hosts/list-coverage.js';
import { useGroupFilter } from '../../parts/hosts/use-groups.js';
import { PagedTable } from '../../parts/table/paged-table.js';
import { useSteadyList } from '../../parts/table/steady/use-steady-list.js';
import { NothingOpen } from './nothing-open.js';

const FILTERS = FINDING_FILTERS.filter(({ name }) => name !== 'accepted');
/** The actions on all hosts, that of the highest risk first. */
export function ActionsView() {
  const resource = useApiList('/remediations', {
    filters: ['group_id', 'host_id', ...FILTERS.map(({ name }) => name)],
    topics: FINDING_TOPICS,
  });
  const byGroup = useGroupFilter(resource.control);
  const { list, bar } = useSteadyList(resource, remediationKey);
  return (
    <>
      <ListCoverage of={resource} />
      {bar}
      <PagedTable
        label="Actions"
        list={list}
        columns={REMEDIATION_COLUMNS.all}
        rowId={remediationKey}
        search="Search id, title or package of the findings"
        filters={[...FILTERS, byGroup]}
        csv={REMEDIATION_CSV}
        empty={<NothingOpen />}
      />
    </>
  );
}

type Action = Api<'Remediation'>;

/** The columns of actions as CSV. */
const REMEDIATION_CSV: readonly (readonly [heading: string, text: (row: Action) => string])[] = [
  ['risk', ({ risk }) => `${risk}`],
  ['why this risk', ({ risk_reason }) => risk_reason],
  ['severity', ({ severity }) => severity],
  ['certainty', ({ by_confidence }) => certaintyText(by_confidence)],
  ['address', ({ ip }) => ip],
  ['host', ({ name }) => name],
  ['action', ({ title }) => title],
  ['command', ({ command }) => command ?? ''],
  ['findings', ({ findings }) => `${findings}`],
  ['known exploited', ({ known_exploited: exploited }) => `${exploited}`],
  ['vulnerabilities', ({ vulnerabilities }) => vulnerabilities.join(' ')],
  ['restart', ({ restart }) => restart],
];
