import type { AffectedPackage, RecordRange } from '../../knowledge/records.js';
import { asArray, asObject, asText, type Json } from './coerce.js';
import { cpeProductName, parseCpeMatchName, type CpeMatchName } from './cpe.js';
import { nvdConditions } from './nvd.conditions.js';
import { comparatorFor, versionError } from './version-text.js';

export interface NvdRanges {
  ranges: RecordRange[];
  errors: { reason: string; value: unknown }[];
}

const MAX_RANGES = 50_000;
const MAX_PLATFORMS = 200;
const compareGeneric = comparatorFor('generic');

/** Parses the `configurations` of an NVD record: the vulnerable ranges, and the parts that are invalid. */
export function parseNvdRanges(configurations: unknown): NvdRanges {
  const result: NvdRanges = { ranges: [], errors: [] };
  for (const configuration of asArray(configurations).map(asObject)) {
    const nodes = asArray(configuration.nodes).map(asObject);
    if (configuration.negate === true || nodes.some(({ negate }) => negate === true))
      result.errors.push({ reason: 'negated configuration', value: configuration });
    else for (const group of toMatchGroups(configuration, nodes)) parseGroup(group, result);
    if (result.ranges.length > MAX_RANGES)
      return { ranges: [], errors: [{ reason: 'too many ranges', value: '' }] };
  }
  return { ...result, ranges: dedupeNvdRanges(result.ranges) };
}

/** Alternative matches that apply together with one of `platforms`; no platforms: everywhere. */
interface MatchGroup {
  matches: readonly Json[];
  platforms: string[];
}

/** AND: what the other nodes name must be present too, whether it is vulnerable itself or only the platform. */
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
      .filter((criteria) => parseCpeMatchName(criteria) !== null),
  ),
];

function parseGroup({ matches, platforms }: MatchGroup, { ranges, errors }: NvdRanges): void {
  for (const match of matches.filter(({ vulnerable }) => vulnerable !== false)) {
    const range = parseMatch(match, platforms);
    if (typeof range === 'string') errors.push({ reason: range, value: match });
    else if (range !== null) ranges.push(range);
  }
}

const BOUNDS = [
  'versionStartIncluding',
  'versionStartExcluding',
  'versionEndIncluding',
  'versionEndExcluding',
] as const;

/** Versions are written by hand, with spaces around them. */
const trimmedVersion = (value: unknown): string => asText(value).trim();

/** Returns the range of one `cpeMatch`; null: it is about no version (`-`); a text: the reason to reject it. */
function parseMatch(match: Json, platforms: string[]): RecordRange | string | null {
  const name = parseCpeMatchName(asText(match.criteria));
  if (name === null) return 'invalid CPE 2.3 name';
  for (const bound of BOUNDS) {
    if (match[bound] === undefined) continue;
    const error = versionError(trimmedVersion(match[bound]), 'generic');
    if (error !== null) return error;
  }
  if (name.version === '-') return null;
  const range = name.version === '*' ? boundedRange(name, match) : exactVersionRange(name);
  if (typeof range === 'string') return range;
  const versions = [range.introduced, range.fixed, range.lastAffected];
  const conditions = nvdConditions(name, asText(match.criteria), platforms, versions);
  return { ...range, conditions };
}

const affectedPackageOf = (name: CpeMatchName): AffectedPackage => ({
  ecosystem: `cpe:${name.part}`,
  kind: 'cpe',
  name: cpeProductName(name),
});

function exactVersionRange(name: CpeMatchName): RecordRange | string {
  const version = withUpdate(name);
  return (
    versionError(version, 'generic') ?? {
      affectedPackage: affectedPackageOf(name),
      order: 'generic',
      introduced: version,
      fixed: null,
      lastAffected: version,
      state: 'open',
    }
  );
}

/** OpenSSH's `9.2p1` is version 9.2 and update p1 in CPE. */
function withUpdate({ version, update }: CpeMatchName): string {
  if (update === '*' || update === '-' || update === '') return version;
  return `${version}${/^p\d/.test(update) ? '' : '-'}${update}`;
}

function boundedRange(name: CpeMatchName, match: Json): RecordRange | string {
  const including = trimmedVersion(match.versionStartIncluding);
  const excluding = trimmedVersion(match.versionStartExcluding);
  const introduced = including || excluding || null;
  const isExcluded = including === '' && excluding !== '';
  const fixed = trimmedVersion(match.versionEndExcluding) || null;
  const lastAffected = fixed === null ? trimmedVersion(match.versionEndIncluding) || null : null;
  if (introduced !== null && isReversed(introduced, isExcluded, fixed, lastAffected))
    return 'range end precedes its start';
  const range: RecordRange = {
    affectedPackage: affectedPackageOf(name),
    order: 'generic',
    introduced,
    fixed,
    lastAffected,
    state: fixed === null ? 'open' : 'fixed',
  };
  return isExcluded ? { ...range, introducedExcluded: true } : range;
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
  return [...new Map(ranges.map((range) => [rangeIdentity(range), range])).values()];
}

const rangeIdentity = ({
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
