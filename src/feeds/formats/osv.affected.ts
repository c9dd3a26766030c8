import type { RecordRange } from '../../knowledge/records.js';
import type { OsvDialect } from './osv.dialect.js';
import { spansOf, type Span } from './osv.events.js';
import { isObject, list, object, asText, type Json } from './coerce.js';
import { versionError } from './version-text.js';

const MOST_VERSIONS = 20_000;
const LONGEST_NAME = 200;
const NAME = /^[^\s\p{Cc}]+$/u;

/** The ranges of one entry of `affected`; [] where it is none of ours to judge; a text: why it can't be understood. */
export function readAffected(
  value: unknown,
  record: Json,
  dialect: OsvDialect,
): RecordRange[] | string {
  if (!isObject(value)) return 'an entry of affected that is none';
  const about = object(value.package);
  const [ecosystem, name] = [asText(about.ecosystem), asText(about.name)];
  const problem = placeProblem(ecosystem, name, dialect);
  if (problem !== null) return problem;
  const scope = dialect.scope(ecosystem);
  if (scope === null) return 'an ecosystem without a release';
  const spans = spansOfEntry(value, dialect);
  if (typeof spans === 'string') return spans;
  return spans.flatMap((span) =>
    dialect.refine(toRange({ scope, kind: dialect.kind, name }, span, dialect), value, record),
  );
}

/** The head of an ecosystem: `Debian` of `Debian:12`. */
function headOf(ecosystem: string): string {
  const colon = ecosystem.indexOf(':');
  return colon === -1 ? ecosystem : ecosystem.slice(0, colon);
}

/** Whether an entry is about a package of this publisher. */
export const isFromPublisher = (affected: unknown, { ecosystems }: OsvDialect): boolean =>
  ecosystems.includes(headOf(asText(object(object(affected).package).ecosystem)));

function placeProblem(ecosystem: string, name: string, { ecosystems }: OsvDialect): string | null {
  const head = headOf(ecosystem);
  if (head === '') return 'an entry without an ecosystem';
  if (!ecosystems.includes(head)) return `about ${head}, not ${ecosystems.join(' or ')}`;
  if (ecosystem.length > LONGEST_NAME) return 'an ecosystem whose name is too long';
  return name.length <= LONGEST_NAME && NAME.test(name) ? null : 'an entry without a package name';
}

function spansOfEntry(affected: Json, { order }: OsvDialect): Span[] | string {
  const spans: Span[] = [];
  let speaks = false;
  for (const range of list(affected.ranges).map(object)) {
    if (range.type === 'GIT') continue;
    speaks = true;
    if (range.type !== 'ECOSYSTEM' && range.type !== 'SEMVER') return 'a range of an unknown type';
    const read = spansOf(range.events, order);
    if (typeof read === 'string') return read;
    spans.push(...read);
  }
  // Where a range speaks, the list only names what lies in it.
  return speaks ? spans : exactly(list(affected.versions), order);
}

function exactly(versions: readonly unknown[], order: OsvDialect['order']): Span[] | string {
  if (versions.length === 0) return 'an entry without ranges and versions';
  if (versions.length > MOST_VERSIONS) return 'too many versions';
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
  place: RecordRange['place'],
  { introduced, fixed, lastAffected, none }: Span,
  { order }: OsvDialect,
): RecordRange {
  const state = none === true ? 'not_affected' : fixed === null ? 'open' : 'fixed';
  return { place, order, introduced, fixed: none === true ? null : fixed, lastAffected, state };
}

/** Whether no two ranges are about packages of one name, as in most records. */
export const hasUniqueNames = (ranges: readonly RecordRange[]): boolean =>
  new Set(ranges.map(({ place }) => place.name)).size === ranges.length;

/** Without what publishers repeat. */
export function dedupeRanges(ranges: readonly RecordRange[]): RecordRange[] {
  if (hasUniqueNames(ranges)) return [...ranges];
  const identity = ({ place, introduced, fixed, lastAffected, state }: RecordRange): string =>
    `${place.scope}\n${place.name}\n${introduced ?? ''}\n${fixed ?? ''}\n${lastAffected ?? ''}\n${state}`;
  return [...new Map(ranges.map((range) => [identity(range), range])).values()];
}
