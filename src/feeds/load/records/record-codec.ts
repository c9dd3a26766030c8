import { hash } from 'node:crypto';
import type { AffectedPackage, KnowledgeRecord, RecordRange } from '../../../knowledge/records.js';

/**
 * Consecutive ranges of a record that differ in the package name only, such as those of one build. The keys and their
 * order are part of the stored digest.
 */
export interface EncodedRanges extends Omit<RecordRange, 'affectedPackage'> {
  /** the ecosystem */
  scope: string;
  kind: AffectedPackage['kind'];
  names: string[];
}

/** A record in the form that is digested and stored. */
export interface EncodedRecord extends Omit<KnowledgeRecord, 'ranges'> {
  ranges: EncodedRanges[];
}

/** Returns a record with what consecutive ranges share named once: an advisory names a dozen packages of one build. */
export const encodeRecord = (record: KnowledgeRecord): EncodedRecord => ({
  ...record,
  ranges: encodeRanges(record.ranges),
});

function encodeRanges(ranges: readonly RecordRange[]): EncodedRanges[] {
  const groups: EncodedRanges[] = [];
  let before: RecordRange | undefined;
  for (const range of ranges) {
    if (before !== undefined && isAlike(before, range))
      groups.at(-1)?.names.push(range.affectedPackage.name);
    else groups.push(startGroup(range));
    before = range;
  }
  return groups;
}

function startGroup({ affectedPackage, ...rest }: RecordRange): EncodedRanges {
  const { ecosystem, kind, name } = affectedPackage;
  return { scope: ecosystem, kind, ...rest, names: [name] };
}

/** Conditions are rare and long: only the same object counts as alike. */
const isAlike = (a: RecordRange, b: RecordRange): boolean =>
  a.affectedPackage.ecosystem === b.affectedPackage.ecosystem &&
  a.affectedPackage.kind === b.affectedPackage.kind &&
  a.fixed === b.fixed &&
  a.introduced === b.introduced &&
  a.introducedExcluded === b.introducedExcluded &&
  a.lastAffected === b.lastAffected &&
  a.endsBefore === b.endsBefore &&
  a.order === b.order &&
  a.unclear === b.unclear &&
  a.state === b.state &&
  a.hidden === b.hidden &&
  a.severity === b.severity &&
  a.module === b.module &&
  a.conditions === b.conditions;

/**
 * Returns the first 16 bytes of the SHA-256 of an encoded record as JSON, as latin1 text, which is a key of maps.
 * Records of the same digest are equal.
 */
export const digestOf = (record: EncodedRecord): string =>
  hash('sha256', JSON.stringify(record), 'buffer').toString('latin1', 0, 16);

/** Converts a stored digest to the text that `digestOf` returns. */
export const digestText = (bytes: Buffer): string => bytes.toString('latin1');
export const digestBytes = (digest: string): Buffer => Buffer.from(digest, 'latin1');
