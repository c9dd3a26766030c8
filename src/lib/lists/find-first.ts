/** Returns the lowest number from 0 on for which a condition holds, by halving; `count` if it holds for none below. */
export function findFirst(count: number, holds: (number: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
