import { countText } from '../../text/plural.js';

interface Body<T> {
  data: readonly T[];
  meta: { total: number };
}

/** Returns what to say before rows are replaced by others; null: they are the same rows in the same order. */
export function steadyWords<T>(
  shown: Body<T>,
  next: Body<T>,
  rowId: (row: T) => number | string,
): string | null {
  const isSame =
    shown.data.length === next.data.length &&
    shown.data.every((row, i) => rowId(row) === rowId(next.data[i] as T));
  const more = next.meta.total - shown.meta.total;
  if (more > 0) return `${countText(more)} more`;
  if (more < 0) return `${countText(-more)} fewer`;
  return isSame ? null : 'The rows changed';
}
