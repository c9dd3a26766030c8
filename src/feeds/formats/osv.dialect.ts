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
  decides?: boolean;
  /** why a record has nothing to keep; null: it has */
  ignore(id: string, record: Json): string | null;
  /** the publisher's page about the record */
  url(id: string, record: Json): string | null;
  /** the publisher's own judgement, in our words */
  severity(record: Json): Severity | null;
  /** the CVEs that an entry is about, where a record of several tells them for each release; null: all that the record names */
  about?(affected: Json): string[] | null;
  /** the release as hosts name it; null: no release, which nothing can be judged by */
  scope(ecosystem: string): string | null;
  /** what an entry says beyond the schema: one range or several, or none. The range is its own, and may be changed. */
  refine(range: RecordRange, affected: Json, record: Json): RecordRange[];
  /** what a file holds that is no OSV record, but is the publisher's too; null: it is none of these */
  otherForm?(value: unknown): Item[] | null;
  /** the last word on all ranges of a record: without repetitions at least */
  settle(ranges: RecordRange[]): RecordRange[];
}
