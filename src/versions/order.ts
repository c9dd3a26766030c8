/** Below 0: the first is older; 0: they are the same; above 0: the first is newer. */
export type Order = number;

/** Two texts by their code units. */
export const compareText = (a: string, b: string): Order => (a < b ? -1 : a > b ? 1 : 0);

/** Two runs of digits of any length by value; an empty one is zero. */
export function compareDigits(a: string, b: string): Order {
  const [left, right] = [a.replace(/^0+/, ''), b.replace(/^0+/, '')];
  return left.length - right.length || compareText(left, right);
}
