import { FINDING_TOPICS } from '../../api/changes.js';
import { api, unwrap } from '../../api/client.js';
import type { Api } from '../../api/shapes.js';
import { listQuery } from '../../api/list-query.js';
import { useList } from '../../api/list.js';
import { href } from '../../app/place.js';
import { useListState } from '../../app/use-list-state.js';
import { KEV_FILTER, SEVERITY_FILTER } from '../../parts/findings/finding-filters.js';
import { RATED_HOST_COLUMNS } from '../../parts/hosts/host-columns.js';
import { useGroupFilter } from '../../parts/hosts/use-groups.js';
import { ListCoverage } from '../../parts/hosts/list-coverage.js';
import { PagedTable } from '../../parts/table/paged-table.js';
import { useSteadyList } from '../../parts/table/steady/use-steady-list.js';
import { NothingOpen } from './nothing-open.js';

const SPEC = {
  sorts: ['risk', '-risk', 'open', '-open', 'name', '-name', 'address', '-address'],
  filters: ['severity', 'kev', 'group_id'],
};

const idOf = ({ id }: Api<'Host'>): number => id;

/** The hosts with open findings, that of the highest risk first. */
export function HostsView() {
  const control = useListState(SPEC);
  const byGroup = useGroupFilter(control);
  const { sort, filters } = control.state;
  const query = listQuery<'listHosts'>(
    {
      ...control.state,
      sort: sort === '' ? 'risk' : sort,
      filters: { severity: 'unknown', ...filters }, // the lowest: any open finding
    },
    { include: 'risk,coverage' },
  );
  const resource = useList(
    query,
    (asked, signal) => unwrap(api.GET('/hosts', { params: { query: asked }, signal })),
    FINDING_TOPICS,
  );
  const { list, bar } = useSteadyList(JSON.stringify(query), resource, idOf);
  const { severity, kev } = filters;
  const shared = { ...(severity !== undefined && { severity }), ...(kev !== undefined && { kev }) };
  return (
    <>
      <ListCoverage of={resource} />
      {bar}
      <PagedTable
        label="Hosts with findings"
        list={list}
        control={control}
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
