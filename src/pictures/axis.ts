import { type PictureNode, node } from './picture-node.js';
import { type Frame, tenth } from './scale.js';

/** The columns of a picture, side by side. `minimum`: fewer columns are drawn as narrow as this number of columns. */
export interface ColumnLayout {
  count: number;
  slot: number;
  center: (i: number) => number;
}

/** Returns columns that share the width of the frame. */
export function layOut(frame: Frame, count: number, minimum = 1): ColumnLayout {
  const slot = (frame.right - frame.left) / Math.max(count, minimum);
  return { count, slot, center: (i) => tenth(frame.left + slot * (i + 0.5)) };
}

const CHARACTER_WIDTH = 0.6; // of the size of the font

/**
 * Returns labels under columns, as many as fit beside each other: the last one always, and every n-th before it.
 * `y`: of the base line; `fontSize`: in units of the drawing.
 */
export function drawLabels(
  frame: Frame,
  columns: ColumnLayout,
  labels: readonly string[],
  { y, fontSize }: { y: number; fontSize: number },
): PictureNode[] {
  const width = Math.max(...labels.map((l) => l.length)) * fontSize * CHARACTER_WIDTH;
  const step = Math.max(1, Math.ceil((width * 1.5) / columns.slot)); // the last label ends at the edge
  const isShown = (i: number): boolean => (labels.length - 1 - i) % step === 0;
  return labels.flatMap((label, i) => {
    if (!isShown(i)) return [];
    const x = columns.center(i);
    const isAtEdge = x + width / 2 > frame.right;
    const at = isAtEdge ? frame.right : Math.max(x, width / 2);
    return [node('text', { x: at, y, 'text-anchor': isAtEdge ? 'end' : 'middle' }, label)];
  });
}
