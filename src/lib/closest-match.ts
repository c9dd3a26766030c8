const MAX_LENGTH = 64; // longer texts are no misspelt names
const MIN_START = 3; // characters: fewer start too many names

/**
 * Returns the candidate that was probably meant by a misspelt name; null: none is close enough. Case and the
 * separators `-`, `_` and `.` do not count. Of equally close ones the first is returned. Without a close one, the
 * shortest name that starts with the text is meant.
 */
export function closestMatch(text: string, candidates: Iterable<string>): string | null {
  const wanted = normalize(text);
  if (wanted === '' || text.length > MAX_LENGTH) return null;
  let best: { name: string; distance: number } | null = null;
  let longer: string | null = null;
  for (const name of candidates) {
    const other = normalize(name.slice(0, MAX_LENGTH));
    const isStart = wanted.length >= MIN_START && other.startsWith(wanted);
    if (isStart && (longer === null || name.length < longer.length)) longer = name;
    const distance = editDistance(wanted, other);
    if (distance > maxDistance(wanted, other)) continue;
    if (best === null || distance < best.distance) best = { name, distance };
  }
  return best?.name ?? longer;
}

/** Returns `; did you mean "scan"?`, or an empty text if no candidate is close. */
export function didYouMean(text: string, candidates: Iterable<string>): string {
  const match = closestMatch(text, candidates);
  return match === null ? '' : `; did you mean ${JSON.stringify(match)}?`;
}

const normalize = (name: string): string => name.toLowerCase().replace(/[-_.\s]/g, '');

/** One error in three characters, and at most three. */
const maxDistance = (a: string, b: string): number =>
  Math.min(3, Math.floor(Math.max(a.length, b.length) / 3));

/**
 * Returns the number of inserted, deleted, replaced and swapped neighboring characters between two texts (optimal
 * string alignment).
 * @internal
 */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1)
      row.push(
        Math.min(
          (last[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
          isSwap(a, b, i, j) ? (beforeLast[j - 2] ?? 0) + 1 : Infinity,
        ),
      );
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

const isSwap = (a: string, b: string, i: number, j: number): boolean =>
  i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
