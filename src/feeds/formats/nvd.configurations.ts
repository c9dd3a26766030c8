import type { RecordRange } from '../../knowledge/records.js';
import { cpeProductName, parseCpe, type CpeMatchName } from './cpe.js';
import { nvdConditions } from './nvd.conditions.js';
import { asArray, asObject, asText, type Json } from './coerce.js';
import { comparatorFor, versionError } from './version-text.js';

export interface NvdRanges {
  ranges: RecordRange[];
  errors: { reason: string; value: unknown }[];
}

const MAX_RANGES = 50_000;
const MAX_PLATFORMS = 200;
const compareGeneric = comparatorFor('generic');

/** What `configurations` of an NVD record says is vulnerable, and what of it can't be understood. */
export function parseNvdRanges(configurations: unknown): NvdRanges {
  const into: NvdRanges = { ranges: [], errors: [] };
  for (const configuration of asArray(configurations).map(asObject)) {
    const nodes = asArray(configuration.nodes).map(asObject);
    if (configuration.negate === true || nodes.some(({ negate }) => negate === true))
      into.errors.push({ reason: 'a configuration that is negated', value: configuration });
    else for (const group of toMatchGroups(configuration, nodes)) parseGroup(group, into);
    if (into.ranges.length > MAX_RANGES)
      return { ranges: [], errors: [{ reason: 'too many ranges', value: '' }] };
  }
  return { ...into, ranges: dedupeNvdRanges(into.ranges) };
}

/** Matches of which any hits, where one of `platforms` is there too (none: everywhere). */
interface MatchGroup {
  matches: readonly Json[];
  platforms: string[];
}

/** AND: what other nodes name must be there too, be it vulnerable itself or only what it runs on. */
function toMatchGroups({ operator }: Json, nodes: readonly Json[]): MatchGroup[] {
  const alternatives = nodes.flatMap((node) => {
    const matches = asArray(node.cpeMatch).slice(0, MAX_RANGES).map(asObject);
    return node.operator === 'AND' && matches.length > 1
      ? matches.map((match) => [match])
      : [matches];
  });
  const isAnd = operator === 'AND' || nodes.some((node) => node.operator === 'AND');
  return alternatives.map((matches) => ({
    matches,
    platforms: isAnd ? validCriteria(alternatives.filter((other) => other !== matches).flat()) : [],
  }));
}

const validCriteria = (matches: readonly Json[]): string[] => [
  ...new Set(
    matches
      .slice(0, MAX_PLATFORMS)
      .map(({ criteria }) => asText(criteria))
      .filter((criteria) => parseCpe(criteria) !== null),
  ),
];

function parseGroup(
  { matches, platforms }: MatchGroup,
  { ranges, errors: problems }: NvdRanges,
): void {
  for (const match of matches.filter(({ vulnerable }) => vulnerable !== false)) {
    const range = parseMatch(match, platforms);
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
const trimmedVersion = (value: unknown): string => asText(value).trim();

/** One `cpeMatch` as a range; null: it is about no version at all (`-`); a text: why it can't be understood. */
function parseMatch(match: Json, platforms: string[]): RecordRange | string | null {
  const name = parseCpe(asText(match.criteria));
  if (name === null) return 'no CPE 2.3 name';
  for (const bound of BOUNDS)
    if (
      match[bound] !== undefined &&
      versionError(trimmedVersion(match[bound]), 'generic') !== null
    )
      return versionError(trimmedVersion(match[bound]), 'generic');
  if (name.version === '-') return null;
  const range = name.version === '*' ? boundedRange(name, match) : exactVersionRange(name);
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

const affectedPackageOf = (name: CpeMatchName): RecordRange['affectedPackage'] => ({
  ecosystem: `cpe:${name.part}`,
  kind: 'cpe',
  name: cpeProductName(name),
});

function exactVersionRange(name: CpeMatchName): RecordRange | string {
  const told = withUpdate(name);
  return (
    versionError(told, 'generic') ?? {
      affectedPackage: affectedPackageOf(name),
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

function boundedRange(name: CpeMatchName, match: Json): RecordRange | string {
  const [including, excluding] = [
    trimmedVersion(match.versionStartIncluding),
    trimmedVersion(match.versionStartExcluding),
  ];
  const introduced = including || excluding || null;
  const fixed = trimmedVersion(match.versionEndExcluding) || null;
  const lastAffected = fixed === null ? trimmedVersion(match.versionEndIncluding) || null : null;
  if (
    introduced !== null &&
    isReversed(introduced, excluding === introduced && including === '', fixed, lastAffected)
  )
    return 'a range that ends before it begins';
  const range: RecordRange = {
    affectedPackage: affectedPackageOf(name),
    order: 'generic',
    introduced,
    fixed,
    lastAffected,
    state: fixed === null ? 'open' : 'fixed',
  };
  return including === '' && excluding !== '' ? { ...range, introducedExcluded: true } : range;
}

function isReversed(
  introduced: string,
  isExcluded: boolean,
  fixed: string | null,
  lastAffected: string | null,
): boolean {
  if (fixed !== null) return compareGeneric(fixed, introduced) <= 0;
  return lastAffected !== null && compareGeneric(lastAffected, introduced) <= (isExcluded ? 0 : -1);
}

function dedupeNvdRanges(ranges: readonly RecordRange[]): RecordRange[] {
  const key = ({
    affectedPackage,
    introduced,
    introducedExcluded,
    fixed,
    lastAffected,
    conditions,
  }: RecordRange): string =>
    [
      affectedPackage.ecosystem,
      affectedPackage.name,
      introduced ?? '',
      introducedExcluded === true ? 'x' : '',
      fixed ?? '',
      lastAffected ?? '',
      conditions?.preview === true ? 'preview' : '',
      ...(conditions?.platform ?? []),
    ].join('\n');
  return [...new Map(ranges.map((range) => [key(range), range])).values()];
}
