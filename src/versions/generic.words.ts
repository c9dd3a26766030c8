/** Words of pre-releases, which are older than the version without them, with their ranks from the oldest on. */
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

/** The ranks of the end and of parts where versions differ; pre-release words have 0 to 5. */
export const GENERIC_RANKS = { end: 6, word: 7, number: 8 } as const;

/**
 * Returns the rank of a lower-case word; null: it does not count (`4.1.0.Final`). An `a` or `b` between two digits
 * means alpha or beta (`3.8.0b2`), otherwise it is a letter (`1.0.2b`).
 */
export function wordRank(word: string, isBetweenDigits: boolean): number | null {
  if (SILENT.has(word)) return null;
  if (isBetweenDigits && word === 'a') return 1;
  if (isBetweenDigits && word === 'b') return 2;
  return EARLY.get(word) ?? GENERIC_RANKS.word;
}

/** Returns a version in lower case, without a leading `v`. */
export const normalizeVersion = (version: string): string =>
  version.toLowerCase().replace(/^v(?:er(?:sion)?)?[ ._-]?(?=[0-9])/, '');
