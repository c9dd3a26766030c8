/** An order of numbers: ascending by each key, then by a comparison of those with equal keys. */
export interface NumberOrder {
  /** by number; not NaN */
  keys: readonly Float64Array[];
  compare: (a: number, b: number) => number;
}

/**
 * Returns the numbers at the ranks from `from` to before `to`, in order. Sorts only these and not all: keys are sorted
 * natively, which takes a tenth of the time of a sort with a comparison.
 */
export function pickRanks(
  numbers: Int32Array,
  order: NumberOrder,
  from: number,
  to: number,
): number[] {
  return pick(numbers, order, { from: Math.max(0, from), to: Math.min(to, numbers.length) }, 0);
}

interface Ranks {
  from: number;
  to: number;
}

function pick(
  numbers: Int32Array,
  order: NumberOrder,
  { from, to }: Ranks,
  level: number,
): number[] {
  if (from >= to) return [];
  const key = order.keys[level];
  if (key === undefined) return [...numbers].sort(order.compare).slice(from, to);
  if (isConstant(numbers, key)) return pick(numbers, order, { from, to }, level + 1);
  const sorted = gather(key, numbers).sort();
  const lowest = sorted[from] ?? 0;
  const highest = sorted[to - 1] ?? 0;
  const equalTo = (value: number): Int32Array => numbers.filter((n) => key[n] === value);
  const start = firstIndex(sorted, lowest);
  const first = equalTo(lowest);
  const ofFirst = { from: from - start, to: Math.min(to - start, first.length) };
  const picked = pick(first, order, ofFirst, level + 1);
  if (lowest === highest) return picked;
  const between = numbers.filter((n) => (key[n] ?? 0) > lowest && (key[n] ?? 0) < highest);
  const ofLast = { from: 0, to: to - firstIndex(sorted, highest) };
  return [
    ...picked,
    ...[...between].sort(compareBy(order, level)),
    ...pick(equalTo(highest), order, ofLast, level + 1),
  ];
}

/** Returns the values at some positions. A loop takes a fifth of the time of `Float64Array.from`. */
export function gather(values: ArrayLike<number>, positions: ArrayLike<number>): Float64Array {
  const gathered = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 1) gathered[i] = values[positions[i] as number] ?? 0;
  return gathered;
}

/** Whether all numbers have the same key. @param numbers at least one */
function isConstant(numbers: Int32Array, key: Float64Array): boolean {
  const first = key[numbers[0] ?? 0];
  return numbers.every((n) => key[n] === first);
}

const compareBy =
  ({ keys, compare }: NumberOrder, level: number) =>
  (a: number, b: number): number => {
    for (const key of keys.slice(level)) {
      const difference = (key[a] ?? 0) - (key[b] ?? 0);
      if (difference !== 0) return difference;
    }
    return compare(a, b);
  };

/** Returns the index of the first of equal values. @param sorted contains the value */
function firstIndex(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
