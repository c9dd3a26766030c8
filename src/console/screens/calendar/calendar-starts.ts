import type { CalendarStart } from '../../../pictures/calendar-picture.js';
import type { Api } from '../../api/shapes.js';
import { dateIn, timeIn } from './week.js';

type Item = Api<'CalendarItem'>;

interface CalendarTexts {
  zone: string;
  templateHref: (id: number) => string;
  taskHref: (id: number) => string;
}

/** Returns the starts of a week for the picture; those of other days are left out. */
export function calendarStarts(
  items: readonly Item[],
  dates: readonly string[],
  { zone, templateHref, taskHref }: CalendarTexts,
): CalendarStart[] {
  const place = (at: number) => ({ at, day: dates.indexOf(dateIn(at, zone)), ...timeIn(at, zone) });
  const starts = items.flatMap((item): CalendarStart[] => [
    ...item.past.map((past) => ({
      name: item.name,
      kind: past.result === 'started' ? ('ran' as const) : ('missed' as const),
      lengthSeconds: pastLength(past),
      href: past.task_id === null ? templateHref(item.template_id) : taskHref(past.task_id),
      ...place(past.due_at),
    })),
    ...item.planned.map((at) => ({
      name: item.name,
      kind: 'next' as const,
      lengthSeconds: item.expected_seconds,
      href: templateHref(item.template_id),
      ...place(at),
    })),
  ]);
  return starts.filter(({ day }) => day >= 0).sort((a, b) => a.at - b.at);
}

const pastLength = ({ started_at, finished_at }: Item['past'][number]): number | null =>
  started_at === null || finished_at === null ? null : finished_at - started_at;
