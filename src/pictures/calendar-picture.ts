import type { PictureSize } from './chain-picture.js';
import { type Picture, mark } from './figure.js';
import { type PictureNode, node } from './picture-node.js';
import { tenth } from './scale.js';

/**
 * A start of a schedule. `day`: of the week, 0 to 6; `minute`: of the day, both in the zone that is shown; `at`: Unix
 * seconds; `lengthSeconds`: that its tasks took lately, null if not known.
 */
export interface CalendarStart {
  name: string;
  kind: 'next' | 'ran' | 'missed';
  at: number;
  day: number;
  minute: number;
  time: string;
  lengthSeconds: number | null;
  href?: string;
}

const HOUR_HEIGHT = 18;
const TOP = 22;
const LEFT = 46;
const MINUTES_A_DAY = 1440;
const MIN_HEIGHT = 5;
const MINUTE = HOUR_HEIGHT / 60;

/**
 * Returns the starts of which at least two are expected to run at the same time.
 * @internal
 */
export function findCollisions(starts: readonly CalendarStart[]): Set<CalendarStart> {
  const sorted = starts.filter(({ kind }) => kind === 'next').sort((a, b) => a.at - b.at);
  const found = new Set<CalendarStart>();
  let latest: CalendarStart | undefined;
  for (const start of sorted) {
    if (latest !== undefined && start.at < endOf(latest)) found.add(latest).add(start);
    if (latest === undefined || endOf(start) > endOf(latest)) latest = start;
  }
  return found;
}

const endOf = ({ at, lengthSeconds }: CalendarStart): number =>
  at + Math.max(1, lengthSeconds ?? 0);

/** Draws a week of starts, a column for each day. `days`: their seven names. */
export function drawCalendar(
  starts: readonly CalendarStart[],
  days: readonly string[],
  { width }: PictureSize,
): Picture {
  const slot = tenth((width - LEFT) / days.length);
  const height = TOP + 24 * HOUR_HEIGHT + 6;
  const collisions = findCollisions(starts);
  const drawing = node(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, role: 'group', 'aria-label': `${starts.length} starts` },
    ...drawHours(width),
    ...days.map((day, i) =>
      node('text', { x: tenth(LEFT + slot * (i + 0.5)), y: 14, 'text-anchor': 'middle' }, day),
    ),
    ...starts.map((start, i) =>
      drawStart(start, { slot, isFirst: i === 0, collides: collisions.has(start) }),
    ),
  );
  return { drawing, table: calendarTable(starts, days, collisions) };
}

const drawHours = (width: number): PictureNode[] =>
  [0, 3, 6, 9, 12, 15, 18, 21, 24].flatMap((hour) => {
    const y = TOP + hour * HOUR_HEIGHT;
    const text = `${String(hour).padStart(2, '0')}:00`;
    return [
      node('line', { class: 'grid', x1: LEFT, x2: width, y1: y, y2: y }),
      node('text', { x: LEFT - 6, y: y + 4, 'text-anchor': 'end' }, text),
    ];
  });

function drawStart(
  start: CalendarStart,
  { slot, isFirst, collides }: { slot: number; isFirst: boolean; collides: boolean },
): PictureNode {
  const minutes = Math.min((start.lengthSeconds ?? 0) / 60, MINUTES_A_DAY - start.minute);
  const shape = node('rect', {
    class: `start-${start.kind}${collides ? ' collides' : ''}`,
    x: tenth(LEFT + slot * start.day + 2),
    y: tenth(TOP + start.minute * MINUTE),
    width: tenth(slot - 4),
    height: Math.max(MIN_HEIGHT, tenth(minutes * MINUTE)),
    rx: 2,
  });
  return mark({ label: startLabel(start, collides), href: start.href, isFirst }, shape);
}

const KIND_TEXTS = { next: 'next start', ran: 'started', missed: 'missed' };

const startLabel = (start: CalendarStart, collides: boolean): string =>
  `${start.name}, ${start.time}: ${KIND_TEXTS[start.kind]}${lengthText(start)}` +
  (collides ? '; another task is expected to run then' : '');

const lengthText = ({ lengthSeconds }: CalendarStart): string =>
  lengthSeconds === null ? '' : `, takes about ${Math.max(1, Math.round(lengthSeconds / 60))} min`;

const calendarTable = (
  starts: readonly CalendarStart[],
  days: readonly string[],
  collisions: ReadonlySet<CalendarStart>,
): Picture['table'] => ({
  caption: 'Starts of the week',
  columns: ['Template', 'Day', 'Time', 'Start', 'At the same time'],
  rows: starts.map((start) => [
    start.href === undefined ? start.name : { text: start.name, href: start.href },
    days[start.day] ?? '',
    start.time,
    `${KIND_TEXTS[start.kind]}${lengthText(start)}`,
    collisions.has(start) ? 'another task' : '',
  ]),
});
