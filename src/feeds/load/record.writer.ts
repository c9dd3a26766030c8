import type { Sqlite } from '../../database/sqlite.js';
import { CURRENT, SOURCE_PRECEDENCE, type FeedName } from '../../knowledge/records.js';
import { digestBytes } from './digest.js';
import type { EncodedRanges, EncodedRecord } from './record-codec.js';
import { createAffectedPackageIds } from './affected-packages.store.js';
import { rangeBounds, type VersionKeyOf } from './range-keys.js';
import { createBulkInsert } from './bulk-insert.js';

export interface RecordWriter {
  /** writes a record that is in force from the generation on; gives how many ranges it has */
  write(part: string, digest: string, record: EncodedRecord): number;
  /** to be called before anything reads ranges, and at the end */
  flush(): void;
}

/** Writes records of one feed in the transaction that is open. */
export function createRecordWriter(
  sqlite: Sqlite,
  feed: FeedName,
  generation: number,
  keyOf: VersionKeyOf,
): RecordWriter {
  let advisoryId =
    sqlite.prepare<[], number>('SELECT coalesce(max(id), 0) FROM advisories').pluck().get() ?? 0;
  const advisory = sqlite.prepare(`INSERT INTO advisories VALUES (${'?, '.repeat(14)}?)`);
  const about = createBulkInsert<[string, number]>(
    sqlite,
    'INSERT OR IGNORE INTO advisory_vulnerabilities',
    '(?, ?)',
    2,
  );
  const ranges = createRangeWriter(sqlite, generation, keyOf);
  return {
    write(part, digest, record) {
      advisoryId += 1;
      advisory.run(
        advisoryId,
        feed,
        part,
        record.name,
        digestBytes(digest),
        generation,
        CURRENT,
        record.rank,
        JSON.stringify(record.vulnerabilities),
        JSON.stringify(record.aliases),
        record.title,
        record.severity,
        record.cvssVector,
        record.cvssScore,
        record.url,
      );
      for (const id of record.vulnerabilities) about.put(id, advisoryId);
      return ranges.write(advisoryId, record);
    },
    flush() {
      about.flush();
      ranges.flush();
    },
  };
}

// From so many names on one statement for all of them costs less than a row for each.
const MANY = 4;

type Shared = [
  rank: number,
  vulnerability: string | null,
  lower: Buffer,
  upper: Buffer,
  fixed: string | null,
  state: string,
  hidden: number,
  severity: string | null,
  module: string | null,
  conditions: string | null,
];
type RangeRow = [advisory: number, place: number, ...Shared];

function createRangeWriter(sqlite: Sqlite, generation: number, keyOf: VersionKeyOf) {
  const places = createAffectedPackageIds(sqlite);
  const into =
    'INSERT INTO ranges (since, "until", advisory_id, place_id, rank, vulnerability, lower, upper, fixed, state, hidden, severity, module, conditions)';
  const rows = createBulkInsert<RangeRow>(
    sqlite,
    into,
    `(${generation}, ${CURRENT}, ${'?, '.repeat(11)}?)`,
    12,
  );
  const alike = sqlite.prepare(
    `${into} SELECT ${generation}, ${CURRENT}, ?, value, ${'?, '.repeat(9)}? FROM json_each(?)`,
  );
  const put = (advisory: number, numbers: readonly number[], shared: Shared): void => {
    if (numbers.length >= MANY) alike.run(advisory, ...shared, JSON.stringify(numbers));
    else for (const place of numbers) rows.put(advisory, place, ...shared);
  };
  return {
    flush: (): void => {
      places.flush();
      rows.flush();
    },
    write(advisory: number, { rank, vulnerabilities, ranges }: EncodedRecord): number {
      const decided = rank < SOURCE_PRECEDENCE.advisory ? vulnerabilities : [null];
      for (const r of ranges) {
        const { lower, upper } = rangeBounds(r, keyOf);
        const [numbers, conditions] = [r.names.map(places.of(r.scope, r.kind)), conditionsText(r)];
        for (const vulnerability of decided)
          put(advisory, numbers, [
            rank,
            vulnerability,
            lower,
            upper,
            r.fixed,
            r.state,
            r.hidden === true ? 1 : 0,
            r.severity ?? null,
            r.module ?? null,
            conditions,
          ]);
      }
      return decided.length * ranges.reduce((sum, { names }) => sum + names.length, 0);
    },
  };
}

const conditionsText = ({ conditions }: EncodedRanges): string | null =>
  conditions ? JSON.stringify(conditions) : null;
