import { drawCalendar } from '../../../pictures/calendar-picture.js';
import { useRead } from '../../api/read.js';
import type { Api } from '../../api/shapes.js';
import { useKeys } from '../../app/keys.js';
import { href } from '../../app/place.js';
import { prefs } from '../../app/prefs.js';
import { address, navigate } from '../../app/router.js';
import { useTitle } from '../../app/title.js';
import { Loaded } from '../../parts/loaded.js';
import { Notice } from '../../parts/notice.js';
import { PictureFigure } from '../../parts/picture/picture.js';
import { usePictureSize } from '../../parts/picture/use-picture-size.js';
import { plural } from '../../parts/text/plural.js';
import { now, zoneName } from '../../parts/time.js';
import { calendarStarts } from './calendar-starts.js';
import { addWeeks, datesOf, dayName, midnight, readWeek } from './week.js';

/** As many templates as one week shows. */
const LIMIT = 200;
/** Narrower pictures have short names of days. */
const WIDE = 600;
const shortDay = (name: string): string => name.replace(/^(..)./, '$1');

/** The starts of all schedules in a week: those that ran, were missed, and are to come. */
export default function CalendarScreen() {
  const zone = zoneName(prefs.value.zone);
  const monday = readWeek(address.value.query.week, now.peek(), zone);
  const query = {
    from: midnight(monday, zone),
    to: midnight(addWeeks(monday, 1), zone),
    limit: LIMIT,
  };
  const starts = useRead('/schedules/starts', { query }, ['tasks', 'templates']);
  const move = (weeks: number) => () => navigate('calendar', { week: addWeeks(monday, weeks) });
  useKeys({ '[': move(-1), ']': move(1) });
  useTitle('Calendar', 'Templates');
  return (
    <>
      <header class="heading">
        <h1 tabIndex={-1}>Calendar</h1>
        <WeekButtons monday={monday} />
      </header>
      <Loaded of={starts}>
        {({ data, meta }) => <Week monday={monday} zone={zone} items={data} meta={meta} />}
      </Loaded>
    </>
  );
}

function WeekButtons({ monday }: { monday: string }) {
  const week = (weeks: number): string => href('calendar', { week: addWeeks(monday, weeks) });
  return (
    <nav class="buttons" aria-label="Weeks">
      <a href={week(-1)} aria-keyshortcuts="[">
        Week before
      </a>
      <a href={href('calendar')}>This week</a>
      <a href={week(1)} aria-keyshortcuts="]">
        Week after
      </a>
    </nav>
  );
}

interface WeekProps {
  monday: string;
  zone: string;
  items: readonly Api<'CalendarItem'>[];
  meta: { total: number; zone: string };
}

function Week({ monday, zone, items, meta }: WeekProps) {
  const dates = datesOf(monday);
  const starts = calendarStarts(items, dates, {
    zone,
    templateHref: (id) => href(`templates/${id}`),
    taskHref: (id) => href(`tasks/${id}`),
  });
  const size = usePictureSize();
  const days = dates.map(dayName).map((name) => (size.width < WIDE ? shortDay(name) : name));
  const cut = items.filter((item) => item.past_truncated || item.planned_truncated);
  if (meta.total === 0)
    return (
      <Notice kind="empty" title="No template has a schedule">
        <p>
          Open a template in <a href={href('templates')}>the list</a>, and give it one.
        </p>
      </Notice>
    );
  return (
    <>
      <p>
        {starts.length === 0 ? 'No start' : plural(starts.length, 'start')} from {dates[0]} to{' '}
        {dates[6]}, in {zone}.{meta.zone !== zone && ` Schedules are kept in ${meta.zone}.`}
        {meta.total > items.length &&
          ` Shown are ${items.length} of ${plural(meta.total, 'template')} with a schedule.`}
      </p>
      {cut.length > 0 && (
        <p class="muted">
          At most 100 starts of each template are shown: {cut.map(({ name }) => name).join(', ')}{' '}
          {cut.length === 1 ? 'has' : 'have'} more.
        </p>
      )}
      <PictureFigure picture={drawCalendar(starts, days, size)} />
      <p class="muted">
        Filled: to come, as long as its last tasks took; gray: started; dashed: missed; framed:
        another task is expected to run at the same time.
      </p>
    </>
  );
}
