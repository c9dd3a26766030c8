import type { RecordRange } from '../../knowledge/records.js';
import { cpeProductKey, readCpe, type CpeMatchName } from './cpe.js';
import { nvdConditions } from './nvd.conditions.js';
import { list, object, asText, type Json } from './coerce.js';
import { comparatorFor, versionError } from './version-text.js';

export interface NvdRanges {
  ranges: RecordRange[];
  problems: { reason: string; value: unknown }[];
}

const MOST_RANGES = 50_000;
const MOST_PLATFORMS = 200;
const older = comparatorFor('generic');

/** What `configurations` of an NVD record says is vulnerable, and what of it can't be understood. */
export function nvdRanges(configurations: unknown): NvdRanges {
  const into: NvdRanges = { ranges: [], problems: [] };
  for (const configuration of list(configurations).map(object)) {
    const nodes = list(configuration.nodes).map(object);
    if (configuration.negate === true || nodes.some(({ negate }) => negate === true))
      into.problems.push({ reason: 'a configuration that is negated', value: configuration });
    else for (const group of groupsOf(configuration, nodes)) readGroup(group, into);
    if (into.ranges.length > MOST_RANGES)
      return { ranges: [], problems: [{ reason: 'too many ranges', value: '' }] };
  }
  return { ...into, ranges: withoutRepeats(into.ranges) };
}

/** Matches of which any hits, where one of `platforms` is there too (none: everywhere). */
interface Group {
  matches: readonly Json[];
  platforms: string[];
}

/** AND: what other nodes name must be there too, be it vulnerable itself or only what it runs on. */
function groupsOf({ operator }: Json, nodes: readonly Json[]): Group[] {
  const alternatives = nodes.flatMap((node) => {
    const matches = list(node.cpeMatch).slice(0, MOST_RANGES).map(object);
    return node.operator === 'AND' && matches.length > 1
      ? matches.map((match) => [match])
      : [matches];
  });
  const isAnd = operator === 'AND' || nodes.some((node) => node.operator === 'AND');
  return alternatives.map((matches) => ({
    matches,
    platforms: isAnd ? criteriaOf(alternatives.filter((other) => other !== matches).flat()) : [],
  }));
}

const criteriaOf = (matches: readonly Json[]): string[] => [
  ...new Set(
    matches
      .slice(0, MOST_PLATFORMS)
      .map(({ criteria }) => asText(criteria))
      .filter((criteria) => readCpe(criteria) !== null),
  ),
];

function readGroup({ matches, platforms }: Group, { ranges, problems }: NvdRanges): void {
  for (const match of matches.filter(({ vulnerable }) => vulnerable !== false)) {
    const range = readMatch(match, platforms);
    if (typeof range === 'string') problems.push({ reason: range, value: match });
    else if (range !== null) ranges.push(range);
  }
}

const BOUNDS = [
  'versionStartIncluding',
  'versionStartExcluding',
  'versionEndIncluding',
  'versionEndExcluding',
] as const;

/** Versions are written by hand, blanks around them too. */
const version = (value: unknown): string => asText(value).trim();

/** One `cpeMatch` as a range; null: it is about no version at all (`-`); a text: why it can't be understood. */
function readMatch(match: Json, platforms: string[]): RecordRange | string | null {
  const name = readCpe(asText(match.criteria));
  if (name === null) return 'no CPE 2.3 name';
  for (const bound of BOUNDS)
    if (match[bound] !== undefined && versionError(version(match[bound]), 'generic') !== null)
      return versionError(version(match[bound]), 'generic');
  if (name.version === '-') return null;
  const range = name.version === '*' ? between(name, match) : exactly(name);
  return typeof range === 'string'
    ? range
    : {
        ...range,
        conditions: nvdConditions(name, asText(match.criteria), platforms, [
          range.introduced,
          range.fixed,
          range.lastAffected,
        ]),
      };
}

const placeOf = (name: CpeMatchName): RecordRange['place'] => ({
  scope: `cpe:${name.part}`,
  kind: 'cpe',
  name: cpeProductKey(name),
});

function exactly(name: CpeMatchName): RecordRange | string {
  const told = withUpdate(name);
  return (
    versionError(told, 'generic') ?? {
      place: placeOf(name),
      order: 'generic',
      introduced: told,
      fixed: null,
      lastAffected: told,
      state: 'open',
    }
  );
}

/** OpenSSH's `9.2p1` is version 9.2 and update p1 in CPE. */
const withUpdate = ({ version, update }: CpeMatchName): string =>
  update === '*' || update === '-' || update === ''
    ? version
    : `${version}${/^p\d/.test(update) ? '' : '-'}${update}`;

function between(name: CpeMatchName, match: Json): RecordRange | string {
  const [including, excluding] = [
    version(match.versionStartIncluding),
    version(match.versionStartExcluding),
  ];
  const introduced = including || excluding || null;
  const fixed = version(match.versionEndExcluding) || null;
  const lastAffected = fixed === null ? version(match.versionEndIncluding) || null : null;
  if (
    introduced !== null &&
    isAbsurd(introduced, excluding === introduced && including === '', fixed, lastAffected)
  )
    return 'a range that ends before it begins';
  const range: RecordRange = {
    place: placeOf(name),
    order: 'generic',
    introduced,
    fixed,
    lastAffected,
    state: fixed === null ? 'open' : 'fixed',
  };
  return including === '' && excluding !== '' ? { ...range, introducedExcluded: true } : range;
}

function isAbsurd(
  introduced: string,
  isExcluded: boolean,
  fixed: string | null,
  lastAffected: string | null,
): boolean {
  if (fixed !== null) return older(fixed, introduced) <= 0;
  return lastAffected !== null && older(lastAffected, introduced) <= (isExcluded ? 0 : -1);
}

function withoutRepeats(ranges: readonly RecordRange[]): RecordRange[] {
  const key = ({
    place,
    introduced,
    introducedExcluded,
    fixed,
    lastAffected,
    conditions,
  }: RecordRange): string =>
    [
      place.scope,
      place.name,
      introduced ?? '',
      introducedExcluded === true ? 'x' : '',
      fixed ?? '',
      lastAffected ?? '',
      conditions?.preview === true ? 'preview' : '',
      ...(conditions?.platform ?? []),
    ].join('\n');
  return [...new Map(ranges.map((range) => [key(range), range])).values()];
}
