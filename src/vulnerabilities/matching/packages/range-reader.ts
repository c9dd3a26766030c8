import type { Knowledge } from '../../../knowledge/open-knowledge.js';
import { SOURCE_PRECEDENCE, type FeedName, type Severity } from '../../../knowledge/records.js';
import { memoize } from '../../../lib/memoize.js';
import { prepareRangeStatements, type RangeRow } from './ranges.statements.js';

/** The properties of a publisher's record that matching uses. */
export interface Advisory {
  feed: FeedName;
  name: string;
  rank: number;
  vulnerabilities: readonly string[];
  severity: Severity | null;
  cvss_score: number | null;
  url: string | null;
}

/** Reads ranges. Results of lookups are cached until the generation changes. */
export interface RangeReader {
  /** Returns the id of an affected package; undefined if there is no data about it. */
  affectedPackageId: (
    ecosystem: string,
    kind: 'source' | 'binary',
    name: string,
  ) => number | undefined;
  /** Returns the ecosystems whose names begin with a prefix, of which there are or were data. */
  ecosystemsFrom: (prefix: string) => readonly string[];
  /** Returns the ranges that end after a version, ordered by their upper bounds: the first `limit`. */
  rangesAbove: (packageId: number, key: Buffer, generation: number, limit: number) => RangeRow[];
  /**
   * Returns the lowest rank (below that of advisories) of a record about this vulnerability in this package; null
   * without one.
   */
  decidingRank: (packageId: number, vulnerability: string, generation: number) => number | null;
  advisory: (id: number) => Advisory;
  /**
   * Returns the lowest rank that any record can have. Only Debian's tracker precedes CVE records, and without its data
   * decidingRank need not be called.
   */
  lowestRank: (generation: number) => number;
  /** Returns the highest epoch of the fixed versions of a package (`4:`), or an empty text. */
  highestEpoch: (packageId: number, generation: number) => string;
  /** Returns the fixed versions of a package, each once. */
  fixedVersions: (packageId: number, generation: number) => readonly string[];
  /**
   * Whether a version fixed a vulnerability in the package of another release, and not in the own one, which has that
   * vulnerability too.
   */
  isFixedOnlyIn: (other: number, own: number, version: string, generation: number) => boolean;
  /** Clears the caches if the generation has changed. */
  refresh: () => void;
}

/** Of each cache. A full one is cleared. */
const MAX_ENTRIES = 200_000;

export function createRangeReader({
  sqlite,
  generation,
}: Pick<Knowledge, 'sqlite' | 'generation'>): RangeReader {
  const statements = prepareRangeStatements(sqlite);
  const cached = <A, R>(read: (argument: A) => R) => memoize(read, { maxEntries: MAX_ENTRIES });
  const createIdCache = (kind: string) =>
    cached((ecosystem: string) =>
      cached((name: string) => statements.affectedPackageId.get(ecosystem, kind, name)),
    );
  const ids = { source: createIdCache('source'), binary: createIdCache('binary') };
  const ecosystemsFrom = cached((prefix: string) =>
    statements.ecosystemsFrom.all({ prefix, end: `${prefix}\u{10ffff}` }),
  );
  const advisory = cached((id: number): Advisory => {
    const row = statements.advisory.get(id);
    if (!row) throw new Error(`range references missing advisory ${id}`);
    return { ...row, vulnerabilities: JSON.parse(row.vulnerabilities) as string[] };
  });
  const lowestRank = cached((at: number): number =>
    statements.trackerVersion.get(at) ? SOURCE_PRECEDENCE.tracker : SOURCE_PRECEDENCE.cveRecord,
  );
  let cachedGeneration = -1;
  return {
    affectedPackageId: (ecosystem, kind, name) => ids[kind](ecosystem)(name),
    ecosystemsFrom,
    rangesAbove: (packageId, key, at, limit) =>
      statements.rangesAbove.all(packageId, key, at, at, limit),
    decidingRank: (packageId, vulnerability, at) =>
      statements.decidingRank.get(packageId, vulnerability, at, at) ?? null,
    advisory,
    lowestRank,
    highestEpoch: (packageId, at) => highestEpoch(statements.fixedVersions.all(packageId, at, at)),
    fixedVersions: (packageId, at) => statements.fixedVersions.all(packageId, at, at),
    isFixedOnlyIn: (other, own, version, at) =>
      statements.isFixedOnlyIn.get({ other, own, version, at }) === 1,
    refresh: () => {
      const current = generation();
      if (current !== cachedGeneration)
        for (const cache of [advisory, ids.source, ids.binary, lowestRank, ecosystemsFrom])
          cache.clear();
      cachedGeneration = current;
    },
  };
}

/** Returns the highest epoch of these versions with its colon (`4:`); an empty text if it is zero. */
function highestEpoch(versions: readonly string[]): string {
  const epochs = versions.map((version) => Number(/^(\d{1,9}):/.exec(version)?.[1] ?? 0));
  const highest = epochs.reduce((a, b) => Math.max(a, b), 0);
  return highest === 0 ? '' : `${highest}:`;
}
