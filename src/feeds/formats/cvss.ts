import cvss from 'ae-cvss-calculator';
import { memoize } from '../../lib/memoize.js';

export interface ScoredVector {
  vector: string;
  score: number;
}

const MAX_VECTOR_LENGTH = 400;
const MAX_CACHED = 20_000;
// With other text, the library guesses a version, or throws.
const VECTOR =
  /^(?:CVSS:(?:4\.0|3\.1|3\.0)\/)?[A-Za-z]{1,3}:[A-Za-z]{1,6}(?:\/[A-Za-z]{1,3}:[A-Za-z]{1,6})*$/;

/** Prefixes of the CVSS versions, the preferred version first. */
const PREFIXES = ['CVSS:4.0/', 'CVSS:3.1/', 'CVSS:3.0/', ''] as const;
const versionRank = (vector: string): number =>
  PREFIXES.findIndex((prefix) => vector.startsWith(prefix));

/** Returns a vector in FIRST's notation: version 2 without a prefix. */
const canonicalize = (vector: string): string =>
  vector
    .trim()
    .replace(/^CVSS:2\.0\//, '')
    .replace(/^\((.*)\)$/, '$1');

/**
 * Returns the base score of a vector (2.0, 3.0, 3.1, 4.0), 0 to 10; null for an invalid vector or a missing base
 * metric. Published scores are sometimes the temporal score, or wrong; computed ones are comparable.
 */
export const computeBaseScore = (vector: string): number | null =>
  scoreOfCanonical(canonicalize(vector));

// A computation takes up to a millisecond, and feeds use only some thousand vectors.
const scoreOfCanonical = memoize(
  (vector: string) =>
    vector.length <= MAX_VECTOR_LENGTH && VECTOR.test(vector) ? compute(vector) : null,
  { maxEntries: MAX_CACHED },
);

/** The members of the library that are used; its own declarations return `any`. */
interface ParsedVector {
  isBaseFullyDefined: () => boolean;
  calculateScores: () => { base?: number; baseMetricsOnly?: number };
}

function compute(vector: string): number | null {
  const parsed = cvss.fromVector(vector) as ParsedVector | null;
  if (parsed === null || !parsed.isBaseFullyDefined()) return null;
  const scores = parsed.calculateScores();
  // `base` of version 4 includes threat metrics of the vector.
  const base = scores.baseMetricsOnly ?? scores.base;
  return base !== undefined && base >= 0 && base <= 10 ? base : null;
}

/** Returns the vector of the newest CVSS version, of these the one with the highest score; null if none is valid. */
export function bestScore(vectors: readonly string[]): ScoredVector | null {
  let best: ScoredVector | null = null;
  for (const vector of vectors) {
    const score = computeBaseScore(vector);
    if (score === null) continue;
    const scored = { vector: canonicalize(vector), score };
    if (best === null || compareScores(scored, best) < 0) best = scored;
  }
  return best;
}

const compareScores = (a: ScoredVector, b: ScoredVector): number =>
  versionRank(a.vector) - versionRank(b.vector) || b.score - a.score;
