import { useRead } from '../../api/read.js';
import type { Api } from '../../api/shapes.js';
import { Severity } from '../../parts/severity.js';
import { countText } from '../../parts/text/plural.js';
import { type NewCount, sumCounts } from './sum-counts.js';

type Template = Api<'Template'>;

/** The new findings of the last task, and the severity of the worst. */
export function NewFindings({ template: { id, last_task: task } }: { template: Template }) {
  if (!task || task.status === 'working') return null;
  return task.new === null ? <Counted id={id} taskId={task.id} /> : <NewWords {...task.new} />;
}

/** The service counts the new findings of a task at the first request for its chain. */
function Counted({ id, taskId }: { id: number; taskId: number }) {
  const { data } = useRead('/api/v1/templates/{id}/chain', { path: { id }, query: { last: 1 } });
  const count = data && sumCounts(data.data, taskId);
  return count ? <NewWords {...count} /> : <span class="muted">not counted yet</span>;
}

function NewWords({ total, worst }: NewCount) {
  if (worst === null) return <span class="muted">none</span>;
  return (
    <>
      {countText(total)}, worst <Severity value={worst} />
    </>
  );
}
