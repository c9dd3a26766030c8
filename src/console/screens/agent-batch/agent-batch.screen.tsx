import { useApiList } from '../../api/list.js';
import { href } from '../../app/place.js';
import { useTitle } from '../../app/title.js';
import { batchWords } from '../../parts/agents/batch-words.js';
import { BATCH_COLUMNS, OPERATION_FILTERS } from '../../parts/agents/operation-columns.js';
import { Empty } from '../../parts/notice.js';
import { PagedTable } from '../../parts/table/paged-table.js';
import type { ScreenProps } from '../screen-props.js';
import { BatchProgress } from './batch-progress.js';
import { FailuresPanel } from './failures-panel.js';

/** Operations on many hosts that were started together: how far they are, and why some failed. */
export default function AgentBatchScreen({ params }: ScreenProps) {
  const id = Number(params.id);
  const list = useApiList('/agent-operations', {
    filters: OPERATION_FILTERS.map(({ name }) => name),
    query: { batch: id },
    topics: ['agents'],
  });
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
        columns={BATCH_COLUMNS}
        rowId={({ id: operation }) => operation}
        rowHref={({ host_id }) => href(`hosts/${host_id}`, { tab: 'agent' })}
        filters={OPERATION_FILTERS}
        empty={<Empty title="All hosts were refused: see why above" />}
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
