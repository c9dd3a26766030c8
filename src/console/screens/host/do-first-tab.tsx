import { listQuery } from '../../api/list-query.js';
import { useListState } from '../../app/use-list-state.js';
import { REMEDIATION_COLUMNS, remediationKey } from '../../parts/findings/remediation-columns.js';
import { useRemediations } from '../../parts/findings/use-remediations.js';
import { SEVERITY_FILTER } from '../../parts/findings/finding-filters.js';
import { Notice } from '../../parts/notice.js';
import { PagedTable } from '../../parts/table/paged-table.js';

const SPEC = { filters: ['severity'] };
const FILTERS = [SEVERITY_FILTER];

/** The actions on this host, that of the highest risk first. */
export function DoFirstTab({ id }: { id: number }) {
  const control = useListState(SPEC);
  const query = listQuery<'listRemediations'>(control.state, { host_id: id });
  const list = useRemediations(query);
  return (
    <PagedTable
      label="Actions"
      list={list}
      control={control}
      columns={REMEDIATION_COLUMNS.ofHost}
      rowId={remediationKey}
      filters={FILTERS}
      empty={
        <Notice kind="empty" title="Nothing to do here">
          <p>No open finding of this host has an action. Read above what was not checked.</p>
        </Notice>
      }
    />
  );
}
