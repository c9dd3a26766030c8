import { SEVERITIES } from '../knowledge/records.js';
import { type PictureNode, node } from './picture-node.js';
import type { SeverityCounts } from './stack.js';

/** A host or group in a heat grid. `isChecked` false: its counts are not known to be true. */
export interface HeatRow {
  name: string;
  href: string;
  counts: SeverityCounts;
  exploited: number;
  isChecked: boolean;
}

const LEVELS = 4;
/** The severities that always have a column; another one has it if a host has findings of it. */
const ALWAYS = 4;

/**
 * Returns a table of hosts by severity whose cells are the darker, the more findings they count. It is the picture
 * and its table in one.
 */
export function drawHeatGrid(rows: readonly HeatRow[], caption: string): PictureNode {
  const top = SEVERITIES.map((_, i) => Math.max(0, ...rows.map(({ counts }) => counts[i] ?? 0)));
  const shown = SEVERITIES.map((_, i) => i).filter((i) => i < ALWAYS || (top[i] ?? 0) > 0);
  const words = ['Host', ...shown.map((i) => SEVERITIES[i] ?? ''), 'known exploited'];
  const head = words.map((text) => node('th', { scope: 'col' }, text));
  return node(
    'table',
    { class: 'heat' },
    node('caption', {}, caption),
    node('thead', {}, node('tr', {}, ...head)),
    node('tbody', {}, ...rows.map((row) => drawRow(row, shown, top))),
  );
}

function drawRow(
  { name, href, counts, exploited, isChecked }: HeatRow,
  shown: readonly number[],
  top: readonly number[],
): PictureNode {
  const cells = shown.map((i) => {
    const n = counts[i] ?? 0;
    const level = heatLevel(n, top[i] ?? 1);
    return node('td', { class: `heat-${SEVERITIES[i]} level-${level}` }, n === 0 ? '' : String(n));
  });
  const notChecked = node('td', { class: 'hatched', colspan: shown.length }, 'not checked');
  return node(
    'tr',
    {},
    node('th', { scope: 'row' }, node('a', { href }, name)),
    ...(isChecked ? cells : [notChecked]),
    node('td', { class: exploited > 0 ? 'exploited' : '' }, exploited > 0 ? String(exploited) : ''),
  );
}

/**
 * Returns 0 for none, and 1 to 4 for a count, by its size beside the largest: in powers, for they differ widely.
 * @internal
 */
export const heatLevel = (n: number, top: number): number =>
  n === 0 ? 0 : Math.max(1, Math.ceil((Math.log1p(n) / Math.log1p(top)) * LEVELS));
