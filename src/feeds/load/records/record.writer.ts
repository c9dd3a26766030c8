import type { Sqlite } from '../../../database/sqlite.js';
import { SOURCE_PRECEDENCE, type FeedName } from '../../../knowledge/records.js';
import { createAffectedPackageIds } from './affected-package-ids.js';
import { rangeBounds, type VersionKeyOf } from './range-keys.js';
import { digestBytes, type EncodedRanges, type EncodedRecord } from './record-codec.js';
import { createRangeInserts } from './range.statements.js';
import { createAdvisoryInserts } from './record.statements.js';

export interface RecordWriter {
  /** Writes a record that is current from the generation on. Returns the number of its ranges. */
  write: (part: string, digest: string, record: EncodedRecord) => number;
  /** Writes buffered rows: to be called before ranges are read, and at the end. */
  flush: () => void;
}

/** Writes new records of one feed, in the open transaction. */
export function createRecordWriter(
  sqlite: Sqlite,
  feed: FeedName,
  generation: number,
  keyOf: VersionKeyOf,
): RecordWriter {
  const advisories = createAdvisoryInserts(sqlite, feed, generation);
  const ranges = createRangeWriter(sqlite, generation, keyOf);
  return {
    write(part, digest, record) {
      const id = advisories.insert(
        part,
        record.name,
        digestBytes(digest),
        record.rank,
        JSON.stringify(record.vulnerabilities),
        JSON.stringify(record.aliases),
        record.title,
        record.severity,
        record.cvssVector,
        record.cvssScore,
        record.url,
        record.exploitation ?? null,
        record.published ?? null,
        record.unmatchedProducts ? JSON.stringify(record.unmatchedProducts) : null,
      );
      for (const vulnerability of record.vulnerabilities)
        advisories.addVulnerability(vulnerability, id);
      return ranges.write(id, record);
    },
    flush() {
      advisories.flush();
      ranges.flush();
    },
  };
}

function createRangeWriter(sqlite: Sqlite, generation: number, keyOf: VersionKeyOf) {
  const packageIds = createAffectedPackageIds(sqlite);
  const inserts = createRangeInserts(sqlite, generation);
  return {
    flush: (): void => {
      packageIds.flush();
      inserts.flush();
    },
    /** Returns the number of ranges. */
    write(advisory: number, { rank, vulnerabilities, ranges }: EncodedRecord): number {
      const decided = rank < SOURCE_PRECEDENCE.advisory ? vulnerabilities : [null];
      for (const range of ranges) {
        const { lower, upper } = rangeBounds(range, keyOf);
        const ids = range.names.map(packageIds.idsIn(range.scope, range.kind));
        const conditions = encodeConditions(range);
        for (const vulnerability of decided)
          inserts.insert(advisory, ids, [
            rank,
            vulnerability,
            lower,
            upper,
            range.fixed,
            range.state,
            range.hidden === true ? 1 : 0,
            range.severity ?? null,
            range.module ?? null,
            conditions,
            range.lastAffected,
          ]);
      }
      return decided.length * ranges.reduce((sum, { names }) => sum + names.length, 0);
    },
  };
}

const encodeConditions = ({ conditions }: EncodedRanges): string | null =>
  conditions ? JSON.stringify(conditions) : null;
