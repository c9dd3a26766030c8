import { isPreviewVersion } from '../../../knowledge/preview-version.js';
import type { RecordRange } from '../../../knowledge/records.js';
import { canonicalCpeName } from '../../../vulnerabilities/matching/services/cpe-synonyms.js';
import { asArray, asObject, asText, isObject, sanitize, type Json } from '../coerce.js';
import { cpeProductName, parseCpeMatchName, type CpeMatchName } from '../cpe.js';
import { nvdConditions } from '../nvd.conditions.js';
import { affectedIntervals, type AffectedInterval } from './affected-intervals.js';
import { cpesOf } from './cpe-names.js';
import { isDistribution, isExamined, productNamed } from './product-name.js';

const MAX_SOURCES = 100;
const MAX_ENTRIES = 1_000;
const MAX_RANGES = 5_000;
const MAX_SOURCE_LENGTH = 100;

/**
 * Returns the ranges of a record that its CNA states (`affected[]`), for products without ranges of NVD. For each
 * product the CNA decides before other sources, such as CISA, that add to its record.
 * @param cve a record of NVD's JSON 2.0, or one with the `containers` of the CVE Record Format
 * @param nvdRanges those of NVD's own configurations
 */
export function cnaRanges(cve: Json, nvdRanges: readonly RecordRange[]): RecordRange[] {
  const decided = new Set(
    nvdRanges.map(({ affectedPackage }) => canonicalCpeName(affectedPackage.name)),
  );
  const found: RecordRange[] = [];
  for (const { source, entries } of sourcesOf(cve)) {
    const ranges = entries.flatMap((entry) => rangesOf(entry, source, decided));
    for (const { affectedPackage } of ranges) decided.add(canonicalCpeName(affectedPackage.name));
    found.push(...ranges);
    if (found.length > MAX_RANGES) return [];
  }
  return dedupeRanges(found);
}

/** Returns all affected entries of a record, of the CNA and of others. */
export const affectedEntries = (cve: Json): Json[] =>
  sourcesOf(cve).flatMap(({ entries }) => entries);

interface Source {
  source: string;
  entries: Json[];
}

function sourcesOf({ affected, containers, sourceIdentifier }: Json): Source[] {
  const cna = asText(sourceIdentifier);
  const groups = asArray(affected).slice(0, MAX_SOURCES).map(asObject);
  const listed = groups.map((group): Source =>
    Array.isArray(group.affectedData)
      ? { source: asText(group.source), entries: entriesOf(group.affectedData) }
      : { source: cna, entries: entriesOf([group]) },
  );
  const sorted = [
    ...listed.filter(({ source }) => source === cna),
    ...listed.filter(({ source }) => source !== cna),
  ];
  const { cna: own, adp } = asObject(containers);
  const contained = [own, ...asArray(adp).slice(0, MAX_SOURCES)].filter(isObject);
  return [
    ...sorted,
    ...contained.map((container): Source => {
      const { shortName, orgId } = asObject(container.providerMetadata);
      return { source: asText(shortName) || asText(orgId), entries: entriesOf(container.affected) };
    }),
  ];
}

const entriesOf = (value: unknown): Json[] => asArray(value).slice(0, MAX_ENTRIES).map(asObject);

/** @param decided canonical CPE names of products without ranges here */
function rangesOf(entry: Json, source: string, decided: ReadonlySet<string>): RecordRange[] {
  if (isDistribution(entry) || !isExamined(entry)) return [];
  const names = cpeNamesOf(entry).flatMap((criteria) => {
    const name = parseCpeMatchName(criteria);
    return name === null || decided.has(canonicalCpeName(cpeProductName(name)))
      ? []
      : [{ criteria, name }];
  });
  if (names.length === 0) return [];
  const intervals = editionsOf(entry).flatMap(affectedIntervals);
  return names.flatMap((named) =>
    intervals.map((interval) => toRange(interval, named, { entry, source })),
  );
}

/** The versions of BIND's subscription edition (`9.18.28-S1`) are another series than the others. */
function editionsOf(entry: Json): Json[] {
  const versions = asArray(entry.versions);
  const isPreview = (value: unknown): boolean => {
    const { version, lessThan, lessThanOrEqual } = asObject(value);
    return [version, lessThan, lessThanOrEqual].some((text) => isPreviewVersion(asText(text)));
  };
  const previews = versions.filter(isPreview);
  if (previews.length === 0) return [entry];
  const others = versions.filter((value) => !isPreview(value));
  return [
    { ...entry, versions: others },
    { ...entry, versions: previews, defaultStatus: 'unaffected' },
  ];
}

/** Returns the CPE names that the CNA gives; without any, the one of the program that it names in words. */
export function cpeNamesOf(entry: Json): string[] {
  const given = cpesOf(entry);
  if (given.length > 0) return given;
  const name = productNamed(entry);
  return name === null ? [] : [`cpe:2.3:a:${name}:*:*:*:*:*:*:*:*`];
}

function toRange(
  { from, to, isFixed }: AffectedInterval,
  { criteria, name }: { criteria: string; name: CpeMatchName },
  { entry, source }: { entry: Json; source: string },
): RecordRange {
  const fixed = isFixed ? to.version : null;
  const lastAffected = to.isAfter ? to.version : null;
  const platforms = asArray(entry.platforms).length > 0 ? [criteria] : [];
  const versions = [from.version, to.version];
  return {
    affectedPackage: { ecosystem: `cpe:${name.part}`, kind: 'cpe', name: cpeProductName(name) },
    order: 'generic',
    introduced: from.version,
    ...(from.isAfter && { introducedExcluded: true }),
    fixed,
    lastAffected,
    ...(fixed === null &&
      lastAffected === null &&
      to.version !== null && { endsBefore: to.version }),
    state: fixed === null ? 'open' : 'fixed',
    conditions: {
      ...nvdConditions(name, criteria, platforms, versions),
      cna: sanitize(source, MAX_SOURCE_LENGTH) || 'CNA',
    },
  };
}

const dedupeRanges = (ranges: RecordRange[]): RecordRange[] =>
  ranges.length < 2
    ? ranges
    : [...new Map(ranges.map((range) => [JSON.stringify(range), range])).values()];
