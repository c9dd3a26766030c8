import type { AffectedVersions } from '../facts.js';

/** A version range as it is stored: from `lower` (inclusive) to `upper` (exclusive), as version keys. */
interface StoredRange {
  lower: Buffer;
  upper: Buffer;
  fixed: string | null;
  last_affected: string | null;
}

/** A publisher may list each affected version. More ranges than this become one that contains them all. */
const MAX_RANGES = 16;

/**
 * Returns the ranges of a vulnerability that end after the matched one, for the basis of its fact: nothing if there is
 * none. Most vulnerabilities have one range.
 * @param end the upper bound of the matched range
 */
export function furtherRanges(
  ranges: readonly StoredRange[],
  end: Buffer,
): { also_affected?: AffectedVersions[] } {
  const further = ranges.filter(({ upper }) => upper.compare(end) > 0);
  const texts = [...new Set(further.map((range) => JSON.stringify(toVersions(range))))].sort();
  const found = texts.map((text) => JSON.parse(text) as AffectedVersions);
  return found.length === 0 ? {} : { also_affected: limitRanges(found) };
}

const toVersions = ({ lower, upper, fixed, last_affected }: StoredRange): AffectedVersions => ({
  from: lower.toString('hex'),
  to: upper.toString('hex'),
  fixed,
  last: last_affected,
});

function limitRanges(ranges: AffectedVersions[]): AffectedVersions[] {
  if (ranges.length <= MAX_RANGES) return ranges;
  const first = ranges.reduce((a, b) => (b.from < a.from ? b : a));
  const last = ranges.reduce((a, b) => (b.to > a.to ? b : a));
  return [{ ...last, from: first.from }];
}
