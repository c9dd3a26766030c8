import { useApiList } from '../../api/list.js';
import { href } from '../../app/place.js';
import { OPERATION_COLUMNS, OPERATION_FILTERS } from '../../parts/agents/operation-columns.js';
import { Empty } from '../../parts/notice.js';
import { PagedTable } from '../../parts/table/paged-table.js';

/** The operations of all agents, newest first. */
export function OperationsView() {
  const list = useApiList('/agent-operations', {
    filters: OPERATION_FILTERS.map(({ name }) => name),
    topics: ['agents'],
  });
  return (
    <PagedTable
      label="Agent operations"
      list={list}
      columns={OPERATION_COLUMNS}
      rowId={({ id }) => id}
      rowHref={({ host_id }) => href(`hosts/${host_id}`, { tab: 'agent' })}
      filters={OPERATION_FILTERS}
      empty={
        <Empty title="No agent was installed, updated or removed yet">
          <a href={href('agents', { view: 'without' })}>Choose hosts to install it on</a>
        </Empty>
      }
    />
  );
}
