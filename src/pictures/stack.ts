import { SEVERITIES, type Severity } from '../knowledge/records.js';
import { type PictureNode, node } from './picture-node.js';
import { tenth } from './scale.js';

/** One severity within a column. `from`, `to`: sums of the counts below. */
interface Segment {
  severity: Severity;
  from: number;
  to: number;
}

/** Counts of findings, in the order of SEVERITIES. */
export type SeverityCounts = readonly number[];

/** Returns the number of findings of all severities. */
export const sumOf = (counts: SeverityCounts): number => counts.reduce((a, b) => a + b, 0);

/** Returns the counts as text: `2 critical, 1 low`. */
export const openCountsText = (counts: SeverityCounts): string =>
  severityCountsText(counts, 'no open findings');

/** Stacks the severities, the most severe at the foot. */
function toSegments(counts: SeverityCounts): Segment[] {
  let from = 0;
  return SEVERITIES.map((severity, i) => {
    const segment = { severity, from, to: from + (counts[i] ?? 0) };
    from = segment.to;
    return segment;
  });
}

/** Draws a column as a bar of its severities. */
export function drawBar(
  counts: SeverityCounts,
  { x, width, y }: { x: number; width: number; y: (n: number) => number },
): PictureNode[] {
  return toSegments(counts)
    .filter(({ from, to }) => to > from)
    .map(({ severity, from, to }) => {
      const height = tenth(y(from) - y(to));
      return node('rect', { class: `s-${severity}`, x, y: y(to), width, height });
    });
}

/** Draws many columns as one stepped area for each severity. */
export function drawAreas(
  columns: readonly SeverityCounts[],
  { left, slot, y }: { left: number; slot: number; y: (n: number) => number },
): PictureNode[] {
  const stacks = columns.map(toSegments);
  return SEVERITIES.flatMap((severity, s) => {
    if (stacks.every((stack) => stack[s]?.from === stack[s]?.to)) return [];
    const edges = stacks.map((stack, i) => ({
      start: tenth(left + slot * i),
      end: tenth(left + slot * (i + 1)),
      from: y(stack[s]?.from ?? 0),
      to: y(stack[s]?.to ?? 0),
    }));
    return [node('path', { class: `s-${severity}`, d: outline(edges) })];
  });
}

interface Edge {
  start: number;
  end: number;
  from: number;
  to: number;
}

function outline(edges: readonly Edge[]): string {
  const upper = edges.map(({ start, end, to }) => `H${start}V${to}H${end}`).join('');
  const lower = edges
    .map(({ start, end, from }) => `H${end}V${from}H${start}`)
    .reverse()
    .join('');
  return `M${edges[0]?.start ?? 0} ${edges[0]?.from ?? 0}${upper}${lower}Z`;
}

/** Returns counts, in the order of SEVERITIES, as text: `2 critical, 1 low`; `none` if all are 0. */
const severityCountsText = (counts: readonly number[], none = 'none'): string =>
  SEVERITIES.map((severity, i) => ({ severity, n: counts[i] ?? 0 }))
    .filter(({ n }) => n > 0)
    .map(({ severity, n }) => `${n} ${severity}`)
    .join(', ') || none;
