import { api, unwrap } from '../../api/client.js';
import { listQuery } from '../../api/list-query.js';
import { useResource } from '../../api/resource.js';
import { href } from '../../app/place.js';
import { useListState } from '../../app/use-list-state.js';
import { OPERATION_COLUMNS, OPERATION_FILTERS } from '../../parts/agents/operation-columns.js';
import { Notice } from '../../parts/notice.js';
import { PagedTable } from '../../parts/table/paged-table.js';

/** The operations of all agents, newest first. */
export function OperationsView() {
  const control = useListState({ filters: OPERATION_FILTERS.map(({ name }) => name) });
  const query = listQuery<'listAgentOperations'>(control.state);
  const list = useResource(
    JSON.stringify(query),
    (signal) => unwrap(api.GET('/agent-operations', { params: { query }, signal })),
    ['agents'],
  );
  return (
    <PagedTable
      label="Agent operations"
      list={list}
      control={control}
      columns={OPERATION_COLUMNS}
      rowId={({ id }) => id}
      rowHref={({ host_id }) => href(`hosts/${host_id}`, { tab: 'agent' })}
      filters={OPERATION_FILTERS}
      empty={<Notice kind="empty" title="No agent was installed, updated or removed yet" />}
    />
  );
}
