import type { AffectedPackage, RangeState, RecordRange } from '../../knowledge/records.js';
import { asArray, asObject, asText, isObject, type Json } from './coerce.js';
import type { OsvDialect } from './osv.dialect.js';
import { parseSpans, type VersionSpan } from './osv.events.js';
import { versionError } from './version-text.js';

const MAX_VERSIONS = 20_000;
const MAX_NAME_LENGTH = 200;
const PACKAGE_NAME = /^[^\s\p{Cc}]+$/u;

/** Returns the ranges of one entry of `affected`, or the reason to reject it. */
export function parseAffected(
  value: unknown,
  record: Json,
  dialect: OsvDialect,
): RecordRange[] | string {
  if (!isObject(value)) return 'invalid entry of `affected`';
  const { ecosystem: fullName, name } = asObject(value.package);
  const error = packageError(asText(fullName), asText(name), dialect);
  if (error !== null) return error;
  const ecosystem = dialect.toEcosystem(asText(fullName));
  if (ecosystem === null) return 'ecosystem without a release';
  const spans = parseEntrySpans(value, dialect);
  if (typeof spans === 'string') return spans;
  const affectedPackage = { ecosystem, kind: dialect.kind, name: asText(name) };
  return spans.flatMap((span) =>
    dialect.refineRange(toRange(affectedPackage, span, dialect), value, record),
  );
}

/** The first part of an ecosystem: `Debian` of `Debian:12`. */
function ecosystemName(ecosystem: string): string {
  const colon = ecosystem.indexOf(':');
  return colon === -1 ? ecosystem : ecosystem.slice(0, colon);
}

/** Whether an entry is about a package of this publisher. */
export const isFromPublisher = (affected: unknown, { ecosystems }: OsvDialect): boolean =>
  ecosystems.includes(ecosystemName(asText(asObject(asObject(affected).package).ecosystem)));

function packageError(ecosystem: string, name: string, { ecosystems }: OsvDialect): string | null {
  const first = ecosystemName(ecosystem);
  if (first === '') return 'missing ecosystem';
  if (!ecosystems.includes(first)) return `ecosystem is ${first}, not ${ecosystems.join(' or ')}`;
  if (ecosystem.length > MAX_NAME_LENGTH) return 'ecosystem is too long';
  const isValid = name.length <= MAX_NAME_LENGTH && PACKAGE_NAME.test(name);
  return isValid ? null : 'missing or invalid package name';
}

function parseEntrySpans(affected: Json, { order }: OsvDialect): VersionSpan[] | string {
  const spans: VersionSpan[] = [];
  let hasRanges = false;
  for (const range of asArray(affected.ranges).map(asObject)) {
    if (range.type === 'GIT') continue;
    hasRanges = true;
    if (range.type !== 'ECOSYSTEM' && range.type !== 'SEMVER') return 'unknown range type';
    const parsed = parseSpans(range.events, order);
    if (typeof parsed === 'string') return parsed;
    spans.push(...parsed);
  }
  // Beside ranges, the list only names the versions inside them.
  return hasRanges ? spans : exactVersionSpans(asArray(affected.versions), order);
}

function exactVersionSpans(
  versions: readonly unknown[],
  order: OsvDialect['order'],
): VersionSpan[] | string {
  if (versions.length === 0) return 'entry without ranges and versions';
  if (versions.length > MAX_VERSIONS) return 'too many versions';
  for (const version of versions) {
    const error = versionError(version, order);
    if (error !== null) return error;
  }
  return [...new Set(versions as string[])].map((version) => ({
    introduced: version,
    fixed: null,
    lastAffected: version,
  }));
}

function toRange(
  affectedPackage: AffectedPackage,
  span: VersionSpan,
  { order }: OsvDialect,
): RecordRange {
  const { introduced, lastAffected } = span;
  const fixed = span.isUnaffected === true ? null : span.fixed;
  return { affectedPackage, order, introduced, fixed, lastAffected, state: stateOf(span) };
}

function stateOf({ fixed, isUnaffected }: VersionSpan): RangeState {
  if (isUnaffected === true) return 'not_affected';
  return fixed === null ? 'open' : 'fixed';
}

/** Whether all ranges are about packages of different names, as in most records. */
export const hasUniqueNames = (ranges: readonly RecordRange[]): boolean =>
  new Set(ranges.map(({ affectedPackage }) => affectedPackage.name)).size === ranges.length;

/** Removes the duplicates that publishers' records have. */
export function dedupeRanges(ranges: readonly RecordRange[]): RecordRange[] {
  if (hasUniqueNames(ranges)) return [...ranges];
  return [...new Map(ranges.map((range) => [rangeIdentity(range), range])).values()];
}

const rangeIdentity = ({
  affectedPackage: { ecosystem, name },
  introduced,
  fixed,
  lastAffected,
  state,
}: RecordRange): string =>
  `${ecosystem}\n${name}\n${introduced ?? ''}\n${fixed ?? ''}\n${lastAffected ?? ''}\n${state}`;
