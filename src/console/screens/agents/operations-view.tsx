import { api, unwrap } from '../../api/client.js';
import { listQuery } from '../../api/list-query.js';
import { useList } from '../../api/list.js';
import { href } from '../../app/place.js';
import { useListState } from '../../app/use-list-state.js';
import { OPERATION_COLUMNS, OPERATION_FILTERS } from '../../parts/agents/operation-columns.js';
import { Notice } from '../../parts/notice.js';
import { PagedTable } from '../../parts/table/paged-table.js';

/** The operations of all agents, newest first. */
export function OperationsView() {
  const control = useListState({ filters: OPERATION_FILTERS.map(({ name }) => name) });
  const query = listQuery<'listAgentOperations'>(control.state);
  const list = useList(
    query,
    (asked, signal) => unwrap(api.GET('/agent-operations', { params: { query: asked }, signal })),
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
      empty={<NoOperations />}
    />
  );
}

const NoOperations = () => (
  <Notice kind="empty" title="No agent was installed, updated or removed yet">
    <p>
      <a href={href('agents', { view: 'without' })}>Choose hosts to install it on</a>
    </p>
  </Notice>
);
