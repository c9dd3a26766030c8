import type { Api } from '../../api/shapes.js';
import { listQuery } from '../../api/list-query.js';
import { useListState } from '../../app/use-list-state.js';
import { SEVERITY_FILTER } from '../../parts/findings/finding-filters.js';
import { REMEDIATION_COLUMNS, remediationKey } from '../../parts/findings/remediation-columns.js';
import { useRemediations } from '../../parts/findings/use-remediations.js';
import { groupFilter } from '../../parts/hosts/use-groups.js';
import { PagedTable } from '../../parts/table/paged-table.js';
import { useSteadyList } from '../../parts/table/use-steady-list.js';
import { NothingOpen } from './nothing-open.js';

const SPEC = { filters: ['severity', 'group_id'] };

/** The actions on all hosts, that of the highest risk first. */
export function ActionsView({ groups }: { groups: readonly Api<'Group'>[] }) {
  const control = useListState(SPEC);
  const query = listQuery<'listRemediations'>({ ...control.state, q: '' });
  const { list, bar } = useSteadyList(
    JSON.stringify(query),
    useRemediations(query),
    remediationKey,
  );
  return (
    <>
      {bar}
      <PagedTable
        label="Actions"
        list={list}
        control={control}
        columns={REMEDIATION_COLUMNS.all}
        rowId={remediationKey}
        filters={[SEVERITY_FILTER, groupFilter(groups)]}
        empty={<NothingOpen />}
      />
    </>
  );
}
