import { GENERIC_RANKS, normalizeVersion, wordRank } from './generic.words.js';
import { compareDigits, compareText, type Order } from './order.js';

interface Part {
  rank: number;
  text: string;
}
const END: Part = { rank: GENERIC_RANKS.end, text: '' };

/**
 * Compares versions without a known order, as a person reads them: numbers by value, words by their letters. All
 * separators are equal, and zeros at the end of a run of numbers do not count (1.0 is 1.0.0). A longer version is
 * newer (1.0.2b, 9.2p1), except with a pre-release word (1.0-rc1).
 */
export function compareGeneric(a: string, b: string): Order {
  const left = parts(normalizeVersion(a));
  const right = parts(normalizeVersion(b));
  for (let i = 0; i < Math.max(left.length, right.length); i += 1) {
    const order = compareParts(left[i] ?? END, right[i] ?? END);
    if (order !== 0) return order;
  }
  return 0;
}

function parts(version: string): Part[] {
  const all = [...version.matchAll(/[0-9]+|[a-z\u0080-\uffff]+/g)].flatMap(
    ({ 0: text, index }): Part[] => {
      if (isNumber(text)) return [{ rank: GENERIC_RANKS.number, text }];
      const rank = wordRank(
        text,
        isNumber(version.charAt(index - 1)) && isNumber(version.charAt(index + text.length)),
      );
      return rank === null ? [] : [{ rank, text: rank === GENERIC_RANKS.word ? text : '' }];
    },
  );
  return withoutLastZeros(all);
}

// A zero is kept if another number follows it before the next word.
function withoutLastZeros(all: readonly Part[]): Part[] {
  let isInside = false;
  const reversed = [...all].reverse().filter(({ text }) => {
    if (!/^0+$/.test(text)) isInside = isNumber(text);
    return isInside || !/^0+$/.test(text);
  });
  return reversed.reverse();
}

const isNumber = (part: string): boolean => /^[0-9]/.test(part);

const compareParts = (a: Part, b: Part): Order =>
  a.rank - b.rank ||
  (a.rank === GENERIC_RANKS.number ? compareDigits(a.text, b.text) : compareText(a.text, b.text));
