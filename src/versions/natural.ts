import { compareDigits, compareText, type Order } from './order.js';

/** Versions of no known scheme, as a person reads them: numbers by value, words by their letters, separators alike; a version that goes on is newer. */
export function compareNatural(a: string, b: string): Order {
  const [left, right] = [parts(a), parts(b)];
  for (let i = 0; i < Math.max(left.length, right.length); i += 1) {
    const order = compareParts(left[i], right[i]);
    if (order !== 0) return order;
  }
  return 0;
}

const parts = (text: string): string[] => text.toLowerCase().match(/\d+|\p{L}+/gu) ?? [];
const isNumber = (part: string): boolean => /^\d/.test(part);

function compareParts(a: string | undefined, b: string | undefined): Order {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  if (isNumber(a) !== isNumber(b)) return isNumber(a) ? 1 : -1;
  return isNumber(a) ? compareDigits(a, b) : compareText(a, b);
}
