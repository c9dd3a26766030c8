import type { FeedName, RecordRange, Severity } from '../../knowledge/records.js';
import type { VersionOrder } from '../../versions/order.js';
import type { Json } from './coerce.js';
import type { Item } from './format.js';

/** The particulars of a publisher within the OSV schema. */
export interface OsvDialect {
  feed: FeedName;
  /** the first parts of its ecosystems: `Debian` of `Debian:12` */
  ecosystems: readonly string[];
  order: VersionOrder;
  /** whether its package names are of source or binary packages */
  kind: 'source' | 'binary';
  /** true: a record is about one vulnerability of one package, and decides about it, independent of its id */
  isDecisive?: boolean;
  /** Returns why a record has nothing to store; null: it is stored. */
  ignoreReason: (id: string, record: Json) => string | null;
  /** Returns the publisher's page about the record. */
  urlOf: (id: string, record: Json) => string | null;
  /** Returns the publisher's own rating, normalized. */
  readSeverity: (record: Json) => Severity | null;
  /**
   * Returns the CVEs of one entry, if a record of several CVEs names them for each release; null: all CVEs of the
   * record.
   */
  cvesOfEntry?: (affected: Json) => string[] | null;
  /** Returns the ecosystem as hosts are matched by it; null: it has no release, so nothing matches it. */
  toEcosystem: (ecosystem: string) => string | null;
  /** Adds what an entry says beyond the schema. Returns any number of ranges; the given one may be modified. */
  refineRange: (range: RecordRange, affected: Json, record: Json) => RecordRange[];
  /** Parses a file of the publisher that is not an OSV record; null: it is not one of these. */
  parseOtherForm?: (value: unknown) => Item[] | null;
  /** Returns the final ranges of a record, at least without duplicates. */
  finalizeRanges: (ranges: RecordRange[]) => RecordRange[];
}
