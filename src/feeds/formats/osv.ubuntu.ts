import type { RecordRange } from '../../knowledge/records.js';
import { dedupeRanges } from './osv.affected.js';
import type { OsvDialect } from './osv.dialect.js';
import { cveOf, cvesOf } from './osv.names.js';
import { ubuntuSeverity } from './osv.severity.js';
import { publisherSeverity } from './severities.js';
import { isObject, asArray, asObject, asText, type Json } from './coerce.js';

const MAX_BINARIES = 2000;

/** Ubuntu (canonical/ubuntu-security-notices): UBUNTU-CVE and USN by source package; Livepatch notices are about no package. */
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
  severityOf: ubuntuSeverity,
  cvesOfEntry,
  toEcosystem,
  refineRange: (range, affected) => {
    const specific = asObject(affected.ecosystem_specific);
    if (Object.hasOwn(specific, 'module_name_regex')) return [];
    const severity = publisherSeverity(asText(specific.ubuntu_priority));
    const paid =
      range.state === 'fixed' &&
      /ubuntu pro|subscription required/i.test(asText(specific.availability)) &&
      !/^no /i.test(asText(specific.availability));
    const binaries = binariesOf(specific, range);
    return [
      {
        ...range,
        state: paid ? 'subscription' : range.state,
        severity,
        conditions: binaries === null ? null : { binaries },
      },
    ];
  },
  finalizeRanges: dedupeRanges,
};

/** A notice names all its CVEs, and for each package of a release those that were in it. Where it names none there (it hardens, or mends another's flaw), all count. */
function cvesOfEntry(affected: Json): string[] | null {
  const told = asArray(asObject(asObject(affected.database_specific).cves_map).cves).map((cve) =>
    asText(asObject(cve).id),
  );
  const cves = cvesOf(told);
  return cves.length === 0 ? null : cves;
}

/** `Ubuntu:20.04` means `Ubuntu:20.04:LTS`: the April release of an even year is one. */
function toEcosystem(ecosystem: string): string | null {
  if (!ecosystem.includes(':')) return null;
  return /:\d[02468]\.04$/.test(ecosystem) ? `${ecosystem}:LTS` : ecosystem;
}

/** The binary packages that are hit, each with the version that mends it; older records have one object of names instead of a list. */
function binariesOf(specific: Json, { fixed }: RecordRange): Record<string, string | null> | null {
  const pairs = asArray(specific.binaries)
    .slice(0, MAX_BINARIES)
    .filter(isObject)
    .flatMap((binary) =>
      Object.hasOwn(binary, 'binary_name')
        ? [[asText(binary.binary_name), asText(binary.binary_version)] as const]
        : Object.entries(binary).map(([name, version]) => [name, asText(version)] as const),
    );
  const named = pairs.filter(
    ([name, version]) => name !== '' && name.length <= 200 && version.length <= 256,
  );
  return named.length === 0
    ? null
    : Object.fromEntries(
        named.map(([name, version]) => [name, fixed === null || version === '' ? null : version]),
      );
}
