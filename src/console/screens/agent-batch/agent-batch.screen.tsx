import { api, unwrap } from '../../api/client.js';
import { listQuery } from '../../api/list-query.js';
import { useList } from '../../api/list.js';
import { href } from '../../app/place.js';
import { useTitle } from '../../app/title.js';
import { useListState } from '../../app/use-list-state.js';
import { batchWords } from '../../parts/agents/batch-words.js';
import { BATCH_COLUMNS, OPERATION_FILTERS } from '../../parts/agents/operation-columns.js';
import { Notice } from '../../parts/notice.js';
import { PagedTable } from '../../parts/table/paged-table.js';
import type { ScreenProps } from '../screen-props.js';
import { BatchProgress } from './batch-progress.js';
import { FailuresPanel } from './failures-panel.js';

/** Operations on many hosts that were started together: how far they are, and why some failed. */
export default function AgentBatchScreen({ params }: ScreenProps) {
  const id = Number(params.id);
  const control = useListState({ filters: OPERATION_FILTERS.map(({ name }) => name) });
  const query = listQuery<'listAgentOperations'>(control.state, { batch: id });
  const list = useList(
    query,
    (asked, signal) => unwrap(api.GET('/agent-operations', { params: { query: asked }, signal })),
    ['agents'],
  );
  const batch = list.data?.meta.batch ?? null;
  const title = batch ? batchTitle(batch) : `Batch ${params.id ?? ''}`;
  useTitle(title, 'Agents');
  if (list.error?.status === 404 || Number.isNaN(id)) return <NoSuchBatch id={params.id ?? ''} />;
  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      {batch && <BatchProgress batch={batch} />}
      {batch && <FailuresPanel batch={batch} />}
      <PagedTable
        label="Operations of this batch"
        list={list}
        control={control}
        columns={BATCH_COLUMNS}
        rowId={({ id: operation }) => operation}
        rowHref={({ host_id }) => href(`hosts/${host_id}`, { tab: 'agent' })}
        filters={OPERATION_FILTERS}
        empty={<Notice kind="empty" title="All hosts were refused: see why above" />}
      />
    </>
  );
}

type Batch = Parameters<typeof BatchProgress>[0]['batch'];

const batchTitle = ({ action, hosts, dry_run }: Batch): string =>
  `${dry_run ? 'Dry run: ' : ''}${batchWords(action, hosts)}`;

function NoSuchBatch({ id }: { id: string }) {
  return (
    <>
      <h1 tabIndex={-1}>There is no such batch</h1>
      <p>
        No batch of operations has the id <code>{id}</code>.{' '}
        <a href={href('agents', { view: 'operations' })}>Open the list of operations</a>
      </p>
    </>
  );
}
