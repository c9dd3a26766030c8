import type { Sqlite } from '../../database/sqlite.js';
import { IN_FORCE, RANKS, type FeedName } from '../../knowledge/records.js';
import { digestBytes } from './digest.js';
import type { PackedRanges, PackedRecord } from './packed.js';
import { createPlaces } from './places.js';
import { boundsOf, type KeyOf } from './range-keys.js';
import { createRows } from './rows.js';

export interface RecordWriter {
  /** writes a record that is in force from the generation on; gives how many ranges it has */
  write(part: string, digest: string, record: PackedRecord): number;
  /** to be called before anything reads ranges, and at the end */
  flush(): void;
}

/** Writes records of one feed in the transaction that is open. */
export function createRecordWriter(sqlite: Sqlite, feed: FeedName, generation: number, keyOf: KeyOf): RecordWriter {
  let advisoryId = sqlite.prepare<[], number>('SELECT coalesce(max(id), 0) FROM advisories').pluck().get() ?? 0;
  const advisory = sqlite.prepare(`INSERT INTO advisories VALUES (${'?, '.repeat(14)}?)`);
  const about = createRows<[string, number]>(sqlite, 'INSERT OR IGNORE INTO advisory_vulnerabilities', '(?, ?)', 2);
  const ranges = createRangeWriter(sqlite, generation, keyOf);
  return {
    write(part, digest, record) {
      advisoryId += 1;
      advisory.run(advisoryId, feed, part, record.name, digestBytes(digest), generation, IN_FORCE, record.rank, JSON.stringify(record.vulnerabilities), JSON.stringify(record.aliases),
        record.title, record.severity, record.cvssVector, record.cvssScore, record.url);
      for (const id of record.vulnerabilities) about.put(id, advisoryId);
      return ranges.write(advisoryId, record);
    },
    flush() {
      about.flush();
      ranges.flush();
    },
  };
}

type RangeRow = [advisory: number, place: number, rank: number, vulnerability: string | null, lower: Buffer, upper: Buffer, fixed: string | null, state: string, hidden: number, severity: string | null, module: string | null, conditions: string | null];

function createRangeWriter(sqlite: Sqlite, generation: number, keyOf: KeyOf) {
  const places = createPlaces(sqlite);
  const rows = createRows<RangeRow>(sqlite, 'INSERT INTO ranges (since, "until", advisory_id, place_id, rank, vulnerability, lower, upper, fixed, state, hidden, severity, module, conditions)',
    `(${generation}, ${IN_FORCE}, ${'?, '.repeat(11)}?)`, 12);
  return {
    flush: (): void => {
      places.flush();
      rows.flush();
    },
    write(advisory: number, { rank, vulnerabilities, ranges }: PackedRecord): number {
      const decided = rank < RANKS.advisory ? vulnerabilities : [null];
      let count = 0;
      for (const r of ranges) {
        const { lower, upper } = boundsOf(r, keyOf);
        const [placeOf, conditions] = [places.of(r.scope, r.kind), conditionsText(r)];
        for (const name of r.names) {
          const place = placeOf(name);
          for (const vulnerability of decided) {
            rows.put(advisory, place, rank, vulnerability, lower, upper, r.fixed, r.state, r.hidden === true ? 1 : 0, r.severity ?? null, r.module ?? null, conditions);
          }
        }
        count += r.names.length * decided.length;
      }
      return count;
    },
  };
}

const conditionsText = ({ conditions }: PackedRanges): string | null => (conditions ? JSON.stringify(conditions) : null);
