import type { RecordRange } from '../../knowledge/records.js';
import type { OsvDialect } from './osv.dialect.js';
import { parseSpans, type VersionSpan } from './osv.events.js';
import { isObject, asArray, asObject, asText, type Json } from './coerce.js';
import { versionError } from './version-text.js';

const MAX_VERSIONS = 20_000;
const MAX_NAME_LENGTH = 200;
const PACKAGE_NAME = /^[^\s\p{Cc}]+$/u;

/** The ranges of one entry of `affected`; [] where it is none of ours to judge; a text: why it can't be understood. */
export function parseAffected(
  value: unknown,
  record: Json,
  dialect: OsvDialect,
): RecordRange[] | string {
  if (!isObject(value)) return 'an entry of affected that is none';
  const about = asObject(value.package);
  const [ecosystem, name] = [asText(about.ecosystem), asText(about.name)];
  const problem = packageError(ecosystem, name, dialect);
  if (problem !== null) return problem;
  const scope = dialect.toEcosystem(ecosystem);
  if (scope === null) return 'an ecosystem without a release';
  const spans = parseEntrySpans(value, dialect);
  if (typeof spans === 'string') return spans;
  return spans.flatMap((span) =>
    dialect.refineRange(
      toRange({ ecosystem: scope, kind: dialect.kind, name }, span, dialect),
      value,
      record,
    ),
  );
}

/** The head of an ecosystem: `Debian` of `Debian:12`. */
function ecosystemName(ecosystem: string): string {
  const colon = ecosystem.indexOf(':');
  return colon === -1 ? ecosystem : ecosystem.slice(0, colon);
}

/** Whether an entry is about a package of this publisher. */
export const isFromPublisher = (affected: unknown, { ecosystems }: OsvDialect): boolean =>
  ecosystems.includes(ecosystemName(asText(asObject(asObject(affected).package).ecosystem)));

function packageError(ecosystem: string, name: string, { ecosystems }: OsvDialect): string | null {
  const head = ecosystemName(ecosystem);
  if (head === '') return 'an entry without an ecosystem';
  if (!ecosystems.includes(head)) return `about ${head}, not ${ecosystems.join(' or ')}`;
  if (ecosystem.length > MAX_NAME_LENGTH) return 'an ecosystem whose name is too long';
  return name.length <= MAX_NAME_LENGTH && PACKAGE_NAME.test(name)
    ? null
    : 'an entry without a package name';
}

function parseEntrySpans(affected: Json, { order }: OsvDialect): VersionSpan[] | string {
  const spans: VersionSpan[] = [];
  let speaks = false;
  for (const range of asArray(affected.ranges).map(asObject)) {
    if (range.type === 'GIT') continue;
    speaks = true;
    if (range.type !== 'ECOSYSTEM' && range.type !== 'SEMVER') return 'a range of an unknown type';
    const read = parseSpans(range.events, order);
    if (typeof read === 'string') return read;
    spans.push(...read);
  }
  // Where a range speaks, the list only names what lies in it.
  return speaks ? spans : exactVersionSpans(asArray(affected.versions), order);
}

function exactVersionSpans(
  versions: readonly unknown[],
  order: OsvDialect['order'],
): VersionSpan[] | string {
  if (versions.length === 0) return 'an entry without ranges and versions';
  if (versions.length > MAX_VERSIONS) return 'too many versions';
  const problem = versions
    .map((version) => versionError(version, order))
    .find((found) => found !== null);
  return (
    problem ??
    [...new Set(versions as string[])].map((version) => ({
      introduced: version,
      fixed: null,
      lastAffected: version,
    }))
  );
}

function toRange(
  affectedPackage: RecordRange['affectedPackage'],
  { introduced, fixed, lastAffected, isUnaffected: none }: VersionSpan,
  { order }: OsvDialect,
): RecordRange {
  const state = none === true ? 'not_affected' : fixed === null ? 'open' : 'fixed';
  return {
    affectedPackage,
    order,
    introduced,
    fixed: none === true ? null : fixed,
    lastAffected,
    state,
  };
}

/** Whether no two ranges are about packages of one name, as in most records. */
export const hasUniqueNames = (ranges: readonly RecordRange[]): boolean =>
  new Set(ranges.map(({ affectedPackage }) => affectedPackage.name)).size === ranges.length;

/** Without what publishers repeat. */
export function dedupeRanges(ranges: readonly RecordRange[]): RecordRange[] {
  if (hasUniqueNames(ranges)) return [...ranges];
  const identity = ({
    affectedPackage,
    introduced,
    fixed,
    lastAffected,
    state,
  }: RecordRange): string =>
    `${affectedPackage.ecosystem}\n${affectedPackage.name}\n${introduced ?? ''}\n${fixed ?? ''}\n${lastAffected ?? ''}\n${state}`;
  return [...new Map(ranges.map((range) => [identity(range), range])).values()];
}
