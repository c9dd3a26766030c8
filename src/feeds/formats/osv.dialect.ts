import type { FeedName, RecordRange, Severity, VersionOrder } from '../../knowledge/records.js';
import type { Item } from './format.js';
import type { Json } from './coerce.js';

/** What a publisher does in its own way within the OSV schema. */
export interface OsvDialect {
  feed: FeedName;
  /** the heads of the ecosystems it is about: `Debian` of `Debian:12` */
  ecosystems: readonly string[];
  order: VersionOrder;
  /** which packages its names are */
  kind: 'source' | 'binary';
  /** true: a record is about one flaw of one package, and decides about it, whatever its id */
  isDecisive?: boolean;
  /** why a record has nothing to keep; null: it has */
  ignoreReason(id: string, record: Json): string | null;
  /** the publisher's page about the record */
  urlOf(id: string, record: Json): string | null;
  /** the publisher's own judgement, in our words */
  severityOf(record: Json): Severity | null;
  /** the CVEs that an entry is about, where a record of several tells them for each release; null: all that the record names */
  cvesOfEntry?(affected: Json): string[] | null;
  /** the release as hosts name it; null: no release, which nothing can be judged by */
  toEcosystem(ecosystem: string): string | null;
  /** what an entry says beyond the schema: one range or several, or none. The range is its own, and may be changed. */
  refineRange(range: RecordRange, affected: Json, record: Json): RecordRange[];
  /** what a file holds that is no OSV record, but is the publisher's too; null: it is none of these */
  parseOtherForm?(value: unknown): Item[] | null;
  /** the last word on all ranges of a record: without repetitions at least */
  finalizeRanges(ranges: RecordRange[]): RecordRange[];
}
