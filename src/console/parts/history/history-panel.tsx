import { drawHistory } from '../../../pictures/history-picture.js';
import { useRead } from '../../api/read.js';
import { href } from '../../app/place.js';
import { address } from '../../app/router.js';
import { Failure } from '../failure.js';
import { PictureFigure } from '../picture/picture.js';
import { usePictureSize } from '../picture/use-picture-size.js';
import { StackLegend } from '../severity.js';
import { historyDays } from './history-days.js';

const PERIODS = [30, 90, 365] as const;

const HISTORY_TOPICS = ['tasks', 'feeds', 'hosts', 'groups', 'acceptances'] as const;

interface HistoryPanelProps {
  /** of a group or a template; default: all hosts */
  of?: { group_id?: number; template_id?: number };
}

/** Open findings by day, and what was new and fixed. The period is in the address. */
export function HistoryPanel({ of = {} }: HistoryPanelProps) {
  const { path, query } = address.value;
  const days = PERIODS.find((period) => `${period}` === query.days) ?? PERIODS[0];
  const view = query.severity === 'severe' ? 'severe' : 'all';
  const history = useRead('/history', { query: { days, ...of } }, HISTORY_TOPICS);
  const size = usePictureSize();
  const { data, error } = history;
  const isRecorded = data?.data.some((day) => day.by_severity !== null) ?? false;
  const link = (changes: Record<string, string>): string => href(path, { ...query, ...changes });
  return (
    <section aria-labelledby="history-title">
      <header class="heading">
        <h2 id="history-title">Open findings by day</h2>
        <nav class="buttons" aria-label="Period and severities">
          {PERIODS.map((period) => (
            <a
              key={period}
              href={link({ days: `${period}` })}
              aria-current={period === days ? 'true' : undefined}
            >
              {period} days
            </a>
          ))}
          <a href={link({ severity: view === 'all' ? 'severe' : 'all' })}>
            {view === 'all' ? 'Critical and high only' : 'All severities'}
          </a>
        </nav>
      </header>
      {error && <Failure error={error} retry={history.reload} />}
      {!data && !error && <p class="panel waiting muted">Loading…</p>}
      {data && !isRecorded && (
        <p class="muted">No day is recorded yet. The history begins with the first check.</p>
      )}
      {data && isRecorded && (
        <PictureFigure picture={drawHistory(historyDays(data.data, view), size)} />
      )}
      {isRecorded && (
        <p class="muted">
          Above: open at the end of the day. <StackLegend /> Dashed line: known exploited. Below:
          new (up) and fixed (down); hatched: only the vulnerability data changed. A gap: nothing is
          recorded.
        </p>
      )}
    </section>
  );
}
