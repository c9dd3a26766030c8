import { type PictureNode, node } from './picture-node.js';

/** The area of a picture that data is drawn in. Lengths: units of the drawing, which are pixels at its full size. */
export interface Frame {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Rounds a length to a tenth: more digits cannot be seen. */
export const tenth = (n: number): number => Math.round(n * 10) / 10;

/** Returns the next round number for the top of a scale: 1, 2, 4, 6, 8 or 10 times a power of ten. */
export function niceTop(max: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(max, 1)));
  const step = [1, 2, 4, 6, 8, 10].find((s) => s * power >= max) ?? 10;
  return Math.max(1, step * power);
}

/** Returns where a count is drawn: 0 at the bottom of the frame, `top` at its top. */
export const countScale =
  ({ top, bottom }: Frame, max: number) =>
  (n: number): number =>
    tenth(bottom - (n / max) * (bottom - top));

/** Returns where a time is drawn, from the left to the right of the frame. */
export const timeScale =
  ({ left, right }: Frame, from: number, to: number) =>
  (at: number): number =>
    tenth(left + (Math.min(Math.max(at, from), to) - from) * ((right - left) / (to - from)));

const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact' });

/** Returns the lines of a scale with their numbers. */
export function drawGrid(
  { left, right }: Frame,
  top: number,
  y: (n: number) => number,
): PictureNode[] {
  return gridSteps(top).flatMap((n) => [
    node('line', { class: 'grid', x1: left, x2: right, y1: y(n), y2: y(n) }),
    node('text', { x: left - 6, y: y(n) + 4, 'text-anchor': 'end' }, COMPACT.format(n)),
  ]);
}

const gridSteps = (top: number): number[] =>
  top < 4
    ? Array.from({ length: top + 1 }, (_, i) => i)
    : [0, top / 4, top / 2, (top * 3) / 4, top].filter(Number.isInteger);

/**
 * Returns a hatched rectangle: one dashed line as thick as it is wide. It needs no pattern with an id, which a second
 * picture on the page would repeat.
 */
export function hatch(
  kind: string,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  ...children: readonly PictureNode[]
): PictureNode {
  const center = tenth(x + width / 2);
  const ends = { x1: center, x2: center, y1: y, y2: tenth(y + height) };
  return node('line', { class: `hatch ${kind}`, ...ends, 'stroke-width': width }, ...children);
}
