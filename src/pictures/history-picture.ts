import { drawLabels, layOut } from './axis.js';
import type { PictureSize } from './chain-picture.js';
import { type Picture, mark } from './figure.js';
import { type PictureNode, node } from './picture-node.js';
import { type Frame, countScale, drawGrid, hatch, niceTop, tenth } from './scale.js';
import { type SeverityCounts, openCountsText, drawBar, sumOf } from './stack.js';

/** Findings that are new or fixed on a day. `knowledge`: only what is known about them changed, not the host. */
interface Flow {
  target: number;
  knowledge: number;
}

/** One day. `open`: at its end; null: nothing was known that day, which is a gap and not zero. */
export interface PictureDay {
  date: string;
  open: SeverityCounts | null;
  exploited: number;
  added: Flow;
  removed: Flow;
  href?: string;
}

const MARGIN = { left: 58, right: 8 };
const STOCK = { top: 16, bottom: 186 };
const FLOW = { top: 204, bottom: 284 };
const HEIGHT = 308;
const SHARE = 0.8; // of the slot of a day

/**
 * Draws open findings by day, and under them the new (up) and the fixed ones (down). Hatched: only the knowledge
 * about the findings changed, as after an update of a feed; the hosts did not.
 */
export function drawHistory(days: readonly PictureDay[], size: PictureSize): Picture {
  const { width, fontSize } = size;
  const sides = { left: MARGIN.left, right: width - MARGIN.right };
  const columns = layOut(sides as Frame, days.length, 7);
  const bar = { width: tenth(columns.slot * SHARE), x: (i: number) => columns.center(i) };
  const stock = stockScale(days, { ...sides, ...STOCK });
  const flow = flowScale(days, { ...sides, ...FLOW });
  const drawing = node(
    'svg',
    { viewBox: `0 0 ${width} ${HEIGHT}`, role: 'group', 'aria-label': historyLabel(days) },
    ...stock.grid,
    ...flow.grid,
    ...days.map((day, i) => {
      const x = tenth(bar.x(i) - bar.width / 2);
      const shapes = [
        ...drawStock(day, x, bar.width, stock.y),
        ...drawFlow(day, x, bar.width, flow.y),
      ];
      const target = {
        class: 'target',
        x,
        y: STOCK.top,
        width: bar.width,
        height: FLOW.bottom - STOCK.top,
      };
      const options = { label: dayLabel(day), href: day.href, isFirst: i === 0 };
      return mark(options, node('rect', target), ...shapes);
    }),
    ...drawExploited(days, columns.center, stock.y),
    ...drawLabels(
      sides as Frame,
      columns,
      days.map(({ date }) => date),
      { y: HEIGHT - 6, fontSize },
    ),
  );
  return { drawing, table: historyTable(days) };
}

interface Scale {
  y: (n: number) => number;
  grid: PictureNode[];
}

function stockScale(days: readonly PictureDay[], frame: Frame): Scale {
  const top = niceTop(Math.max(1, ...days.map((day) => sumOf(day.open ?? []))));
  const y = countScale(frame, top);
  return { y, grid: drawGrid(frame, top, y) };
}

const total = ({ target, knowledge }: Flow): number => target + knowledge;

/** The scale of the flow has its zero in the middle: new findings go up, fixed ones down. */
function flowScale(days: readonly PictureDay[], frame: Frame): Scale {
  const top = niceTop(Math.max(1, ...days.flatMap((d) => [total(d.added), total(d.removed)])));
  const middle = (frame.top + frame.bottom) / 2;
  const y = (n: number): number => tenth(middle - (n / top) * (middle - frame.top));
  const label = (n: number, text: string): PictureNode =>
    node('text', { x: frame.left - 6, y: y(n) + 4, 'text-anchor': 'end' }, text);
  const zero = node('line', { class: 'grid', x1: frame.left, x2: frame.right, y1: y(0), y2: y(0) });
  return { y, grid: [zero, label(top, `+${top}`), label(-top, `−${top}`)] };
}

function drawStock(
  { open }: PictureDay,
  x: number,
  width: number,
  y: (n: number) => number,
): PictureNode[] {
  if (open !== null) return drawBar(open, { x, width, y });
  return [hatch('gap', { x, width, y: STOCK.bottom - 20, height: 20 })];
}

function drawFlow(
  { added, removed }: PictureDay,
  x: number,
  width: number,
  y: (n: number) => number,
): PictureNode[] {
  const box = (from: number, to: number): Box => {
    const top = Math.min(y(from), y(to));
    return { x, width, y: top, height: tenth(Math.abs(y(from) - y(to))) };
  };
  return [
    ...solid('new', box(0, added.target)),
    ...hatched('new', box(added.target, total(added))),
    ...solid('fixed', box(0, -removed.target)),
    ...hatched('fixed', box(-removed.target, -total(removed))),
  ];
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const solid = (kind: string, box: Box): PictureNode[] =>
  box.height === 0 ? [] : [node('rect', { class: kind, ...box })];

const hatched = (kind: string, box: Box): PictureNode[] =>
  box.height === 0 ? [] : [hatch(kind, box)];

function drawExploited(
  days: readonly PictureDay[],
  x: (i: number) => number,
  y: (n: number) => number,
): PictureNode[] {
  if (days.every(({ exploited }) => exploited === 0)) return [];
  const points = days.flatMap((d, i) => (d.open === null ? [] : [`${x(i)},${y(d.exploited)}`]));
  return [node('polyline', { class: 'exploited', points: points.join(' ') })];
}

const historyLabel = (days: readonly PictureDay[]): string =>
  `Open findings over ${days.length} days, and what was new and fixed on each`;

const flowText = (flow: Flow, word: string): string =>
  `${total(flow)} ${word}${flow.knowledge > 0 ? ` (${flow.knowledge} by new knowledge only)` : ''}`;

const dayLabel = (day: PictureDay): string =>
  day.open === null
    ? `${day.date}: nothing was checked`
    : [
        `${day.date}: ${openCountsText(day.open)}`,
        ...(day.exploited > 0 ? [`${day.exploited} known exploited`] : []),
        flowText(day.added, 'new'),
        flowText(day.removed, 'fixed'),
      ].join('; ');

const historyTable = (days: readonly PictureDay[]): Picture['table'] => ({
  caption: 'Days, newest first',
  columns: [
    'Day',
    'Open',
    'Known exploited',
    'New',
    'New by knowledge',
    'Fixed',
    'Fixed by knowledge',
  ],
  rows: [...days].reverse().map((day) => {
    const name = day.href === undefined ? day.date : { text: day.date, href: day.href };
    if (day.open === null) return [name, 'nothing was checked', '', '', '', '', ''];
    const counts = [
      day.exploited,
      day.added.target,
      day.added.knowledge,
      day.removed.target,
      day.removed.knowledge,
    ];
    return [name, openCountsText(day.open), ...counts.map(String)];
  }),
});
