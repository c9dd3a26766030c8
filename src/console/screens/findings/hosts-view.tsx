import { FINDING_TOPICS } from '../../api/changes.js';
import { useApiList } from '../../api/list.js';
import type { Api } from '../../api/shapes.js';
import { href } from '../../app/place.js';
import { KEV_FILTER, SEVERITY_FILTER } from '../../parts/findings/finding-filters.js';
import { RATED_HOST_COLUMNS } from '../../parts/hosts/host-columns.js';
import { ListCoverage } from '../../parts/hosts/list-coverage.js';
import { useGroupFilter } from '../../parts/hosts/use-groups.js';
import { bothWays } from '../../parts/table/columns.js';
import { PagedTable } from '../../parts/table/paged-table.js';
import { useSteadyList } from '../../parts/table/steady/use-steady-list.js';
import { NothingOpen } from './nothing-open.js';

const idOf = ({ id }: Api<'Host'>): number => id;

/** The hosts with open findings, that of the highest risk first. */
export function HostsView() {
  const resource = useApiList('/hosts', {
    sorts: bothWays('risk', 'open', 'name', 'address'),
    filters: ['severity', 'kev', 'group_id'],
    query: ({ sort, filters: { severity = 'unknown' } }) => ({
      ...((sort === '' && { sort: 'risk' }) as object),
      ...({ severity } as object), // the lowest: any open finding
      include: 'risk,coverage',
    }),
    topics: FINDING_TOPICS,
  });
  const { filters } = resource.control.state;
  const byGroup = useGroupFilter(resource.control);
  const { list, bar } = useSteadyList(resource, idOf);
  const { severity, kev } = filters;
  const shared = { ...(severity !== undefined && { severity }), ...(kev !== undefined && { kev }) };
  return (
    <>
      <ListCoverage of={resource} />
      {bar}
      <PagedTable
        label="Hosts with findings"
        list={list}
        columns={RATED_HOST_COLUMNS}
        rowId={idOf}
        rowHref={({ id }) => href(`hosts/${id}`, { tab: 'findings', ...shared })}
        search="Search names and addresses"
        filters={[SEVERITY_FILTER, KEV_FILTER, byGroup]}
        empty={<NothingOpen />}
      />
    </>
  );
}
