import type { Knowledge } from '../../../knowledge/open-knowledge.js';
import {
  SOURCE_PRECEDENCE,
  type FeedName,
  type RangeState,
  type Severity,
} from '../../../knowledge/records.js';

/** A record of a publisher, as far as judging needs it. */
export interface Advisory {
  feed: FeedName;
  name: string;
  rank: number;
  vulnerabilities: readonly string[];
  severity: Severity | null;
  cvss_score: number | null;
  url: string | null;
}

/** A range of versions: from `lower` (included) to `upper` (not included), as keys. */
export interface RangeRow {
  advisory_id: number;
  rank: number;
  vulnerability: string | null;
  lower: Buffer;
  upper: Buffer;
  fixed: string | null;
  state: RangeState;
  hidden: 0 | 1;
  severity: Severity | null;
  module: string | null;
  conditions: string | null;
}

/** Reads ranges. Numbers that were looked up are kept until the knowledge changes. */
export interface RangeReader {
  affectedPackageId: (scope: string, kind: 'source' | 'binary', name: string) => number | undefined;
  /** the ranges that end after a version, in the order of their ends */
  rangesAbove: (place: number, key: Buffer, generation: number) => RangeRow[];
  /** the lowest rank (below that of advisories) at which a record speaks of a vulnerability in a place; null: none does */
  decidingRank: (place: number, vulnerability: string, generation: number) => number | null;
  advisory: (id: number) => Advisory;
  /** the lowest rank that any record can have: only Debian's tracker speaks before records of CVEs, and where it is not loaded nobody need be asked */
  lowestRank: (generation: number) => number;
  /** the highest epoch that fixes in a place have (`4:`), or nothing */
  epoch: (place: number, generation: number) => string;
  /** forget what was kept, should the knowledge have changed since */
  refresh: () => void;
}

const COLUMNS =
  'advisory_id, rank, vulnerability, lower, upper, fixed, state, hidden, severity, module, conditions';
const KEPT = 200_000;

export function createRangeReader({
  sqlite,
  generation,
}: Pick<Knowledge, 'sqlite' | 'generation'>): RangeReader {
  const place = sqlite
    .prepare<[string, string, string], number>(
      'SELECT id FROM places WHERE scope = ? AND kind = ? AND name = ?',
    )
    .pluck();
  const above = sqlite.prepare<[number, Buffer, number, number], RangeRow>(
    `SELECT ${COLUMNS} FROM ranges INDEXED BY ranges_affected WHERE place_id = ? AND upper > ? AND since <= ? AND "until" > ? ORDER BY upper, id`,
  );
  const decided = sqlite
    .prepare<[number, string, number, number], number | null>(
      'SELECT min(rank) FROM ranges WHERE place_id = ? AND vulnerability = ? AND since <= ? AND "until" > ?',
    )
    .pluck();
  const advisory = sqlite.prepare<
    [number],
    Omit<Advisory, 'vulnerabilities'> & { vulnerabilities: string }
  >(
    'SELECT feed, name, rank, vulnerabilities, severity, cvss_score, url FROM advisories WHERE id = ?',
  );
  const fixes = sqlite
    .prepare<[number, number, number], string>(
      'SELECT DISTINCT fixed FROM ranges WHERE place_id = ? AND fixed IS NOT NULL AND since <= ? AND "until" > ?',
    )
    .pluck();
  const advisories = new Map<number, Advisory>();
  const places = {
    source: new Map<string, Map<string, number | undefined>>(),
    binary: new Map<string, Map<string, number | undefined>>(),
  };
  const tracker = sqlite
    .prepare<[number], string | null>(
      "SELECT version FROM generations WHERE feed = 'debian-tracker' AND number <= ? ORDER BY number DESC LIMIT 1",
    )
    .pluck();
  const lowestRanks = new Map<number, number>();
  let kept = -1;
  return {
    affectedPackageId: (scope, kind, name) =>
      remember(
        remember(places[kind], scope, () => new Map<string, number | undefined>()),
        name,
        () => place.get(scope, kind, name),
      ),
    rangesAbove: (id, key, at) => above.all(id, key, at, at),
    decidingRank: (id, vulnerability, at) => decided.get(id, vulnerability, at, at) ?? null,
    advisory: (id) =>
      remember(advisories, id, () => {
        const row = advisory.get(id);
        if (!row) throw new Error(`the knowledge has a range without its advisory ${id}`);
        return { ...row, vulnerabilities: JSON.parse(row.vulnerabilities) as string[] };
      }),
    lowestRank: (at) =>
      remember(lowestRanks, at, () =>
        tracker.get(at) ? SOURCE_PRECEDENCE.tracker : SOURCE_PRECEDENCE.cveRecord,
      ),
    epoch: (id, at) => highestEpoch(fixes.all(id, at, at)),
    refresh: () => {
      const now = generation();
      if (now !== kept)
        for (const map of [advisories, places.source, places.binary, lowestRanks]) map.clear();
      kept = now;
    },
  };
}

/** The highest epoch of these versions, as they spell it (`4:`); empty where none has one. */
export function highestEpoch(versions: readonly string[]): string {
  const epochs = versions.map((version) => Number(/^(\d{1,9}):/.exec(version)?.[1] ?? 0));
  const highest = epochs.reduce((a, b) => Math.max(a, b), 0);
  return highest === 0 ? '' : `${highest}:`;
}

/** What a map has for a key, else what is made for it now and kept; of what was kept all is forgotten where it would be too much. */
export function remember<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  if (map.has(key)) return map.get(key) as V;
  const value = make();
  if (map.size >= KEPT) map.clear();
  map.set(key, value);
  return value;
}
