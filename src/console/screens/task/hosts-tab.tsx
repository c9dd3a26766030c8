import { drawOutcomes } from '../../../pictures/small-pictures.js';
import { useApiList } from '../../api/list.js';
import type { Api } from '../../api/shapes.js';
import { HostLink } from '../../parts/links/host-link.js';
import { Empty } from '../../parts/notice.js';
import { PictureElement } from '../../parts/picture/picture.js';
import type { Column } from '../../parts/table/columns.js';
import { PagedTable } from '../../parts/table/paged-table.js';
import { durationText } from '../../parts/text/duration.js';
import { Time } from '../../parts/time.js';
import { outcomeOptions, outcomeParts, outcomeText } from './outcomes.js';

type Host = Api<'TaskHost'>;

const COLUMNS: readonly Column<Host>[] = [
  {
    heading: 'Host',
    cell: ({ host_id, name, ip }) => <HostLink id={host_id} name={name} ip={ip} />,
  },
  { heading: 'Address', isAddress: true, cell: ({ ip }) => ip },
  {
    heading: 'Outcome',
    cell: ({ outcome, started_at }) =>
      outcome === null ? (
        unfinishedText(started_at)
      ) : (
        <span class={outcome === 'done' ? undefined : 'error'}>{outcomeText(outcome)}</span>
      ),
  },
  {
    heading: 'Reason',
    cell: ({ reason, detail }) => detail ?? (reason === null ? '' : outcomeText(reason)),
  },
  { heading: 'Started', cell: ({ started_at }) => <Time at={started_at} none="not yet" /> },
  {
    heading: 'Took',
    cell: ({ started_at, finished_at }) =>
      started_at === null || finished_at === null ? '' : durationText(finished_at - started_at),
  },
];
const unfinishedText = (startedAt: number | null): string =>
  startedAt === null ? 'waiting' : 'running';

/** The hosts of a task by outcome, with the reason of each that has no result. */
export function HostsTab({ id }: { id: number }) {
  const list = useApiList('/api/v1/tasks/{id}/hosts', {
    of: { id },
    filters: ['outcome'],
    topics: ['tasks'],
  });
  const outcomes = list.data?.meta.outcomes ?? {};
  const parts = outcomeParts(outcomes);
  return (
    <>
      {parts.length > 0 && (
        <div class="panel">
          <PictureElement node={drawOutcomes(parts)} />
          <p class="outcome-words">
            {parts.map(({ name, count }) => `${count} ${name}`).join(', ')}
          </p>
        </div>
      )}
      <PagedTable
        label="Hosts of this task"
        list={list}
        columns={COLUMNS}
        rowId={({ host_id }) => host_id}
        filters={[{ name: 'outcome', label: 'Outcome', options: outcomeOptions(outcomes) }]}
        empty={
          <Empty title="This task has no hosts">Its template had no hosts when it started.</Empty>
        }
      />
    </>
  );
}
