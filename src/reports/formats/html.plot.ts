import { taskNumber } from '../../tasks/tasks.start.js';
import { SEVERITIES } from '../../knowledge/records.js';
import type { TaskDiff } from '../diff.js';
import { dateText, openCountsText } from '../present/text.js';
import { escapeHtml } from './html.tables.js';

const WIDTH = 960;
const HEIGHT = 260;
const MARGIN = { left: 58, right: 8, top: 20, bottom: 28 };
const PLOT = {
  width: WIDTH - MARGIN.left - MARGIN.right,
  height: HEIGHT - MARGIN.top - MARGIN.bottom,
};
/** `share`: of the width of its slot */
const BAR = { maxWidth: 56, share: 0.72 };
// More bars than this would be stripes: a stepped area per severity shows the same in a tenth of the text.
const MAX_BARS = 60;

/** Renders open findings over the chain as SVG, stacked by severity, the most severe at the bottom. */
export function renderPlot(diffs: readonly TaskDiff[]): string {
  const totals = diffs.map((d) => d.open.reduce((a, b) => a + b, 0));
  const top = niceTop(Math.max(1, ...totals));
  const y = (n: number): number => round(MARGIN.top + PLOT.height - (n / top) * PLOT.height);
  const marks = diffs.length > MAX_BARS ? renderAreas(diffs, y) : renderBars(diffs, y);
  const label = `Open findings by severity over ${diffs.length} tasks; now ${totals.at(-1) ?? 0}`;
  const start = `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">`;
  return `${start}${renderGrid(top, y)}${marks}${renderDates(diffs)}</svg>`;
}

const round = (n: number): number => Math.round(n * 10) / 10;

/**
 * Returns the next round number for the top of the scale: 1, 2, 4, 6, 8 or 10 times a power of ten.
 * @internal
 */
export function niceTop(max: number): number {
  const power = 10 ** Math.floor(Math.log10(max));
  const step = [1, 2, 4, 6, 8, 10].find((s) => s * power >= max) ?? 10;
  return Math.max(1, step * power);
}

const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact' });

function renderGrid(top: number, y: (n: number) => number): string {
  const steps =
    top < 4
      ? Array.from({ length: top + 1 }, (_, i) => i)
      : [0, top / 4, top / 2, (top * 3) / 4, top].filter(Number.isInteger);
  return steps
    .map(
      (n) =>
        `<line class="grid" x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${y(n)}" y2="${y(n)}"/>` +
        `<text x="${MARGIN.left - 6}" y="${y(n) + 4}" text-anchor="end">${COMPACT.format(n)}</text>`,
    )
    .join('');
}

/** One severity within a bar. `from`, `to`: cumulative counts. */
interface Segment {
  severity: string;
  from: number;
  to: number;
  count: number;
}

function toSegments({ open }: TaskDiff): Segment[] {
  let from = 0;
  return SEVERITIES.map((severity, i) => {
    const count = open[i] ?? 0;
    const segment = { severity, from, to: from + count, count };
    from += count;
    return segment;
  });
}

const slotWidth = (n: number): number => PLOT.width / Math.max(n, 8); // a single task does not fill the width
const slotCenter = (i: number, n: number): number => round(MARGIN.left + slotWidth(n) * (i + 0.5));

function renderBars(diffs: readonly TaskDiff[], y: (n: number) => number): string {
  const width = round(Math.min(BAR.maxWidth, slotWidth(diffs.length) * BAR.share));
  return diffs
    .map((diff, i) => {
      const x = round(slotCenter(i, diffs.length) - width / 2);
      const rects = toSegments(diff)
        .filter((s) => s.count > 0)
        .map((s) => {
          const height = round(y(s.from) - y(s.to));
          return `<rect class="s-${s.severity}" x="${x}" y="${y(s.to)}" width="${width}" height="${height}"/>`;
        })
        .join('');
      return `<g><title>${barTitle(diff)}</title>${rects}</g>`;
    })
    .join('');
}

const barTitle = ({ task, open }: TaskDiff): string =>
  escapeHtml(
    `${taskNumber(task.id)}, ${dateText(task.finished_at)}: ${openCountsText(open, 'no open findings')}`,
  );

function renderAreas(diffs: readonly TaskDiff[], y: (n: number) => number): string {
  const slot = PLOT.width / diffs.length;
  const x = (i: number): number => round(MARGIN.left + slot * i);
  const columns = diffs.map(toSegments);
  return SEVERITIES.map((severity, s) => {
    if (columns.every((segments) => (segments[s]?.count ?? 0) === 0)) return '';
    const upper = columns
      .map((segments, i) => `H${x(i)}V${y(segments[s]?.to ?? 0)}H${x(i + 1)}`)
      .join('');
    const lower = columns
      .map((segments, i) => `H${x(i + 1)}V${y(segments[s]?.from ?? 0)}H${x(i)}`)
      .reverse()
      .join('');
    return `<path class="s-${severity}" d="M${x(0)} ${y(0)}${upper}${lower}Z"/>`;
  }).join('');
}

// Distance between the centers of two labels. It suffices for the large font of narrow screens, also for
// the last label, which ends at the edge.
const LABEL_DISTANCE = { date: 190, time: 100 };

function renderDates(diffs: readonly TaskDiff[]): string {
  const n = diffs.length;
  const slot = n > MAX_BARS ? PLOT.width / n : slotWidth(n);
  const kind = isOneDay(diffs) ? 'time' : 'date';
  const step = Math.ceil(LABEL_DISTANCE[kind] / slot);
  return diffs
    .map((diff, i) => ({ diff, i }))
    .filter(({ i }) => (n - 1 - i) % step === 0)
    .map(({ diff, i }) => {
      const x = round(MARGIN.left + slot * (i + 0.5));
      const anchor = x > WIDTH - 64 ? 'end' : 'middle';
      const at = anchor === 'end' ? WIDTH - MARGIN.right : x;
      return `<text x="${at}" y="${HEIGHT - 8}" text-anchor="${anchor}">${labelOf(diff, kind)}</text>`;
    })
    .join('');
}

const isOneDay = (diffs: readonly TaskDiff[]): boolean =>
  diffs.length > 1 && new Set(diffs.map((diff) => labelOf(diff, 'date'))).size === 1;

function labelOf({ task }: TaskDiff, kind: keyof typeof LABEL_DISTANCE): string {
  const text = dateText(task.finished_at);
  return kind === 'date' ? text.slice(0, 10) : text.slice(11);
}
