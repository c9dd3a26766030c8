/** Words that make a version older than the one without them, from the oldest on. */
const EARLY: ReadonlyMap<string, number> = new Map([
  ['dev', 0],
  ['snapshot', 0],
  ['nightly', 0],
  ['canary', 0],
  ['prealpha', 0],
  ['alpha', 1],
  ['beta', 2],
  ['milestone', 3],
  ['pre', 4],
  ['preview', 4],
  ['prerelease', 4],
  ['ea', 4],
  ['rc', 5],
  ['cr', 5],
  ['candidate', 5],
]);
const SILENT: ReadonlySet<string> = new Set(['final', 'ga', 'release']);

/** How an end and parts stand to one another where versions differ: early words (0 to 5), the end, other words, numbers. */
export const GENERIC_RANKS = { end: 6, word: 7, number: 8 } as const;

/** The rank of a word of small letters; null: it says nothing (`4.1.0.Final`). An `a` or `b` right between two digits is alpha or beta (`3.8.0b2`), else a letter (`1.0.2b`). */
export function wordRank(word: string, isBetweenDigits: boolean): number | null {
  if (SILENT.has(word)) return null;
  if (isBetweenDigits && word === 'a') return 1;
  if (isBetweenDigits && word === 'b') return 2;
  return EARLY.get(word) ?? GENERIC_RANKS.word;
}

/** What of a version tells its age: without a `v` in front, in small letters. */
export const normalizeVersion = (version: string): string =>
  version.toLowerCase().replace(/^v(?:er(?:sion)?)?[ ._-]?(?=[0-9])/, '');
