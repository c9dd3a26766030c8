import cvss from 'ae-cvss-calculator';

export interface ScoredVector {
  vector: string;
  score: number;
}

const MAX_VECTOR_LENGTH = 400;
const MAX_CACHED = 20_000;
// What looks otherwise makes the library guess a version, or throw.
const VECTOR =
  /^(?:CVSS:(?:4\.0|3\.1|3\.0)\/)?[A-Za-z]{1,3}:[A-Za-z]{1,6}(?:\/[A-Za-z]{1,3}:[A-Za-z]{1,6})*$/;
const known = new Map<string, number | null>();

/** CVSS versions, the one to prefer first. */
const PREFIXES = ['CVSS:4.0/', 'CVSS:3.1/', 'CVSS:3.0/', ''] as const;
const versionRank = (vector: string): number =>
  PREFIXES.findIndex((prefix) => vector.startsWith(prefix));

/** A vector as FIRST writes it: version 2 without a prefix. */
const canonicalize = (vector: string): string =>
  vector
    .trim()
    .replace(/^CVSS:2\.0\//, '')
    .replace(/^\((.*)\)$/, '$1');

/**
 * The base score of a vector (2.0, 3.0, 3.1, 4.0), 0 to 10; null where it is none, or lacks a base metric.
 * Published numbers are now and then the temporal score, or wrong; those that are computed compare.
 */
export function computeBaseScore(vector: string): number | null {
  const key = canonicalize(vector);
  let score = known.get(key);
  if (score === undefined) {
    score = key.length <= MAX_VECTOR_LENGTH && VECTOR.test(key) ? compute(key) : null;
    // A computation takes up to a millisecond, and there are only some thousand vectors in use.
    if (known.size >= MAX_CACHED) known.clear();
    known.set(key, score);
  }
  return score;
}

/** What is used of the library, whose own declarations stop at `any`. */
interface ParsedVector {
  isBaseFullyDefined(): boolean;
  calculateScores(): { base?: number; baseMetricsOnly?: number };
}

function compute(vector: string): number | null {
  const parsed = cvss.fromVector(vector) as ParsedVector | null;
  if (parsed === null || !parsed.isBaseFullyDefined()) return null;
  const scores = parsed.calculateScores();
  // Of version 4 `base` would count threat metrics that a vector may hold.
  const base = scores.baseMetricsOnly ?? scores.base;
  return base !== undefined && base >= 0 && base <= 10 ? base : null;
}

/** Of several vectors the one of the newest CVSS version, of those the worst; null where none can be computed. */
export function bestScore(vectors: readonly string[]): ScoredVector | null {
  let best: ScoredVector | null = null;
  for (const vector of vectors) {
    const score = computeBaseScore(vector);
    if (score === null) continue;
    const found = { vector: canonicalize(vector), score };
    if (best === null || compareScores(found, best) < 0) best = found;
  }
  return best;
}

const compareScores = (a: ScoredVector, b: ScoredVector): number =>
  versionRank(a.vector) - versionRank(b.vector) || b.score - a.score;
