import { drawTimeline } from '../../../pictures/timeline-picture.js';
import { useRead } from '../../api/read.js';
import { href } from '../../app/place.js';
import { Failure } from '../../parts/failure.js';
import { vulnerabilityHref } from '../../parts/links/vulnerability-link.js';
import { Notice } from '../../parts/notice.js';
import { PictureFigure } from '../../parts/picture/picture.js';
import { exactTime } from '../../parts/time.js';
import { timelineLanes } from './timeline-lanes.js';

const HREFS = { task: (id: number) => href(`tasks/${id}`), vulnerability: vulnerabilityHref };
const SIZE = { width: 960, fontSize: 12 };
const NARROW = { width: 340, fontSize: 12 };

/** The events of this host as a picture: one lane for each kind of thing. */
export function TimelineTab({ id }: { id: number }) {
  const timeline = useRead('/hosts/{id}/timeline', { path: { id } }, ['tasks', 'agents']);
  const { data, error } = timeline;
  if (error) return <Failure error={error} retry={timeline.reload} />;
  if (!data) return <p class="muted">Loading…</p>;
  if (data.data.events.length === 0)
    return (
      <Notice kind="empty" title="Nothing happened yet">
        <p>Scans, inventories, operations of the agent and acceptances are shown here.</p>
      </Notice>
    );
  const size = innerWidth < 640 ? NARROW : SIZE;
  const input = { ...timelineLanes(data.data, HREFS), timeText: exactTime };
  return (
    <>
      {data.data.truncated && (
        <p class="muted">Only the newest 100 events of each kind are shown.</p>
      )}
      <PictureFigure picture={drawTimeline(input, size)} />
    </>
  );
}
