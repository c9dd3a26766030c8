import type { KnowledgeRecord, AffectedPackage, RecordRange } from '../../knowledge/records.js';

/**
 * Consecutive ranges of a record that differ in the package name only, such as those of one build. The keys and their
 * order are part of the digest (stored).
 */
export interface EncodedRanges extends Omit<RecordRange, 'affectedPackage'> {
  /** the ecosystem */
  scope: string;
  kind: AffectedPackage['kind'];
  names: string[];
}

/** A record as it goes to the store. */
export interface EncodedRecord extends Omit<KnowledgeRecord, 'ranges'> {
  ranges: EncodedRanges[];
}

/**
 * The record's JSON, with what is the same in ranges that follow each other said once: it is written, digested, read and maybe handed to another thread
 * for every record of a feed, and an advisory names a dozen packages of one build.
 */
export const encodeRecord = (record: KnowledgeRecord): string =>
  JSON.stringify({ ...record, ranges: packedRanges(record.ranges) } satisfies EncodedRecord);

/** What `packed` made. */
export const decodeRecord = (json: string): EncodedRecord => JSON.parse(json) as EncodedRecord;

function packedRanges(ranges: readonly RecordRange[]): EncodedRanges[] {
  const packs: EncodedRanges[] = [];
  let before: RecordRange | undefined;
  for (const range of ranges) {
    if (before !== undefined && isAlike(before, range))
      packs.at(-1)?.names.push(range.affectedPackage.name);
    else packs.push(begin(range));
    before = range;
  }
  return packs;
}

function begin({ affectedPackage, ...rest }: RecordRange): EncodedRanges {
  const { ecosystem, kind, name } = affectedPackage;
  return { scope: ecosystem, kind, ...rest, names: [name] };
}

/** Conditions are alike only where they are the same object: they are rare, and long. */
const isAlike = (a: RecordRange, b: RecordRange): boolean =>
  a.affectedPackage.ecosystem === b.affectedPackage.ecosystem &&
  a.affectedPackage.kind === b.affectedPackage.kind &&
  a.fixed === b.fixed &&
  a.introduced === b.introduced &&
  a.introducedExcluded === b.introducedExcluded &&
  a.lastAffected === b.lastAffected &&
  a.order === b.order &&
  a.unclear === b.unclear &&
  a.state === b.state &&
  a.hidden === b.hidden &&
  a.severity === b.severity &&
  a.module === b.module &&
  a.conditions === b.conditions;
