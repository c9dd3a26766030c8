import { taskNumber } from '../../tasks/tasks.start.js';
import { SEVERITIES } from '../../knowledge/records.js';
import type { TaskDiff } from '../diff.js';
import { dateText } from '../present/text.js';
import { escapeHtml } from './html.text.js';

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [960, 260, 58, 8, 20, 28];
const PLOT = { width: WIDTH - LEFT - RIGHT, height: HEIGHT - TOP - BOTTOM };
const BAR = { most: 56, share: 0.72 };
// Beyond so many, bars are stripes: steps of one area each tell the same in a tenth of the text.
const MOST_BARS = 60;

/** Open findings over the chain, stacked by severity, the worst at the bottom, as SVG. */
export function plot(diffs: readonly TaskDiff[]): string {
  const totals = diffs.map((d) => d.open.reduce((a, b) => a + b, 0));
  const top = niceTop(Math.max(1, ...totals));
  const y = (n: number): number => round(TOP + PLOT.height - (n / top) * PLOT.height);
  const marks = diffs.length > MOST_BARS ? areas(diffs, y) : bars(diffs, y);
  const label = `Open findings by severity over ${diffs.length} tasks; now ${totals.at(-1) ?? 0}`;
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">${grid(top, y)}${marks}${dates(diffs)}</svg>`;
}

const round = (n: number): number => Math.round(n * 10) / 10;

/** The next number that is easy to divide and to read: 1, 2, 4 or 10 times a power of ten. */
export function niceTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [1, 2, 4, 6, 8, 10].find((s) => s * power >= most) ?? 10;
  return Math.max(1, step * power);
}

const SHORT = new Intl.NumberFormat('en-US', { notation: 'compact' });

function grid(top: number, y: (n: number) => number): string {
  const steps =
    top < 4
      ? Array.from({ length: top + 1 }, (_, i) => i)
      : [0, top / 4, top / 2, (top * 3) / 4, top].filter(Number.isInteger);
  return steps
    .map(
      (n) =>
        `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(n)}" y2="${y(n)}"/><text x="${LEFT - 6}" y="${y(n) + 4}" text-anchor="end">${SHORT.format(n)}</text>`,
    )
    .join('');
}

interface Stack {
  severity: string;
  from: number;
  to: number;
  count: number;
}

function stacks({ open }: TaskDiff): Stack[] {
  let from = 0;
  return SEVERITIES.map((severity, i) => {
    const count = open[i] ?? 0;
    const stack = { severity, from, to: from + count, count };
    from += count;
    return stack;
  });
}

const slotOf = (n: number): number => PLOT.width / Math.max(n, 8); // a chain of one is a bar, not a wall
const middle = (i: number, n: number): number => round(LEFT + slotOf(n) * (i + 0.5));

function bars(diffs: readonly TaskDiff[], y: (n: number) => number): string {
  const width = round(Math.min(BAR.most, slotOf(diffs.length) * BAR.share));
  return diffs
    .map((diff, i) => {
      const x = round(middle(i, diffs.length) - width / 2);
      const rects = stacks(diff)
        .filter((s) => s.count > 0)
        .map(
          (s) =>
            `<rect class="s-${s.severity}" x="${x}" y="${y(s.to)}" width="${width}" height="${round(y(s.from) - y(s.to))}"/>`,
        )
        .join('');
      return `<g><title>${told(diff)}</title>${rects}</g>`;
    })
    .join('');
}

const told = (diff: TaskDiff): string =>
  escapeHtml(
    `${taskNumber(diff.task.id)}, ${dateText(diff.task.finished_at)}: ${
      SEVERITIES.map((s, i) => ({ s, n: diff.open[i] ?? 0 }))
        .filter(({ n }) => n > 0)
        .map(({ s, n }) => `${n} ${s}`)
        .join(', ') || 'nothing open'
    }`,
  );

function areas(diffs: readonly TaskDiff[], y: (n: number) => number): string {
  const slot = PLOT.width / diffs.length;
  const x = (i: number): number => round(LEFT + slot * i);
  const all = diffs.map(stacks);
  return SEVERITIES.map((severity, s) => {
    if (all.every((stack) => (stack[s]?.count ?? 0) === 0)) return '';
    const upper = all.map((stack, i) => `H${x(i)}V${y(stack[s]?.to ?? 0)}H${x(i + 1)}`).join('');
    const lower = all
      .map((stack, i) => `H${x(i + 1)}V${y(stack[s]?.from ?? 0)}H${x(i)}`)
      .reverse()
      .join('');
    return `<path class="s-${severity}" d="M${x(0)} ${y(0)}${upper}${lower}Z"/>`;
  }).join('');
}

// Of the middles of two labels: room for the large font of narrow screens, also where the last one ends at the edge.
const APART = { date: 190, time: 100 };

function dates(diffs: readonly TaskDiff[]): string {
  const n = diffs.length;
  const slot = n > MOST_BARS ? PLOT.width / n : slotOf(n);
  const kind = isOneDay(diffs) ? 'time' : 'date';
  const every = Math.ceil(APART[kind] / slot);
  return diffs
    .map((diff, i) => ({ diff, i }))
    .filter(({ i }) => (n - 1 - i) % every === 0)
    .map(({ diff, i }) => {
      const x = round(LEFT + slot * (i + 0.5));
      const anchor = x > WIDTH - 64 ? 'end' : 'middle';
      return `<text x="${anchor === 'end' ? WIDTH - RIGHT : x}" y="${HEIGHT - 8}" text-anchor="${anchor}">${labelOf(diff, kind)}</text>`;
    })
    .join('');
}

const isOneDay = (diffs: readonly TaskDiff[]): boolean =>
  diffs.length > 1 && new Set(diffs.map((diff) => labelOf(diff, 'date'))).size === 1;

function labelOf({ task }: TaskDiff, kind: keyof typeof APART): string {
  const text = dateText(task.finished_at);
  return kind === 'date' ? text.slice(0, 10) : text.slice(11);
}
