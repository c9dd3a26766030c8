/**
 * Returns the order of positions by their digits, in linear time; equal ones stay in the order before.
 * @param digits by position: below `size`
 * @param before an order of all positions; null: ascending
 */
export function sortStably(
  digits: Uint32Array,
  size: number,
  before: Uint32Array | null,
): Uint32Array {
  const next = new Uint32Array(size + 1); // the rank of the next position with a digit
  for (const digit of digits) next[digit + 1] = (next[digit + 1] as number) + 1;
  for (let digit = 1; digit < size; digit += 1)
    next[digit] = (next[digit] as number) + (next[digit - 1] as number);
  const order = new Uint32Array(digits.length);
  for (let i = 0; i < digits.length; i += 1) {
    const position = before === null ? i : (before[i] as number);
    const digit = digits[position] as number;
    const rank = next[digit] as number;
    order[rank] = position;
    next[digit] = rank + 1;
  }
  return order;
}
