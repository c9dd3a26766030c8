import type { RecordRange } from '../../knowledge/records.js';
import { asArray, asObject, asText, isObject, type Json } from './coerce.js';
import { dedupeRanges } from './osv.affected.js';
import type { OsvDialect } from './osv.dialect.js';
import { cveOf, cvesOf } from './osv.names.js';
import { ubuntuSeverity } from './osv.severity.js';
import { publisherSeverity } from './severities.js';

const MAX_BINARIES = 2000;

/**
 * Ubuntu (canonical/ubuntu-security-notices): UBUNTU-CVE and USN by source package. Livepatch notices are not about a
 * package.
 */
export const ubuntu: OsvDialect = {
  feed: 'osv-ubuntu',
  ecosystems: ['Ubuntu'],
  order: 'dpkg',
  kind: 'source',
  ignoreReason: (id) => (id.startsWith('LSN-') ? 'livepatch' : null),
  urlOf: (id) =>
    id.startsWith('USN-')
      ? `https://ubuntu.com/security/notices/${encodeURIComponent(id)}`
      : `https://ubuntu.com/security/${encodeURIComponent(cveOf(id) ?? id)}`,
  readSeverity: ubuntuSeverity,
  cvesOfEntry,
  toEcosystem,
  refineRange,
  finalizeRanges: dedupeRanges,
};

function refineRange(range: RecordRange, affected: Json): RecordRange[] {
  const specific = asObject(affected.ecosystem_specific);
  if (Object.hasOwn(specific, 'module_name_regex')) return []; // a Livepatch
  const availability = asText(specific.availability);
  const isPaid =
    range.state === 'fixed' &&
    /ubuntu pro|subscription required/i.test(availability) &&
    !/^no /i.test(availability);
  const binaries = binariesOf(specific, range);
  const service = serviceOf(asText(asObject(affected.package).ecosystem), availability);
  return [
    {
      ...range,
      state: isPaid ? 'subscription' : range.state,
      severity: publisherSeverity(asText(specific.ubuntu_priority)),
      conditions:
        binaries === null && service === null
          ? null
          : { ...(binaries && { binaries }), ...(service !== null && { service }) },
    },
  ];
}

/** The records name the service of Ubuntu Pro by the packages that it is for: infrastructure only, or all. */
function serviceOf(ecosystem: string, availability: string): 'esm-infra' | 'esm-apps' | null {
  if (!/^Ubuntu:Pro:\d/.test(ecosystem) || !/^available with ubuntu pro\b/i.test(availability))
    return null;
  return /infra-only/i.test(availability) ? 'esm-infra' : 'esm-apps';
}

/**
 * A notice names all its CVEs, and for each package of a release those that affected it. An entry without CVEs (it
 * hardens, or fixes a flaw of another package) is about all.
 */
function cvesOfEntry(affected: Json): string[] | null {
  const { cves } = asObject(asObject(affected.database_specific).cves_map);
  const ids = cvesOf(asArray(cves).map((cve) => asText(asObject(cve).id)));
  return ids.length === 0 ? null : ids;
}

/** `Ubuntu:20.04` means `Ubuntu:20.04:LTS`: the April release of an even year is LTS. */
function toEcosystem(ecosystem: string): string | null {
  if (!ecosystem.includes(':')) return null;
  return /:\d[02468]\.04$/.test(ecosystem) ? `${ecosystem}:LTS` : ecosystem;
}

/**
 * Returns the affected binary packages, each with its fixed version. Older records have one object of names instead
 * of a list.
 */
function binariesOf(specific: Json, { fixed }: RecordRange): Record<string, string | null> | null {
  const pairs = asArray(specific.binaries)
    .slice(0, MAX_BINARIES)
    .filter(isObject)
    .flatMap((binary) =>
      Object.hasOwn(binary, 'binary_name')
        ? [[asText(binary.binary_name), asText(binary.binary_version)] as const]
        : Object.entries(binary).map(([name, version]) => [name, asText(version)] as const),
    );
  const valid = pairs.filter(
    ([name, version]) => name !== '' && name.length <= 200 && version.length <= 256,
  );
  return valid.length === 0
    ? null
    : Object.fromEntries(
        valid.map(([name, version]) => [name, fixed === null || version === '' ? null : version]),
      );
}
