import { dedupeRanges } from './osv.affected.js';
import type { OsvDialect } from './osv.dialect.js';
import { vulnerabilitiesOf } from './osv.names.js';
import { summarySeverity } from './osv.severity.js';
import { splitByStream, mergeRebuilds } from './rpm.modules.js';
import { asArray, asObject, asText, type Json } from './coerce.js';

const MAX_URL_LENGTH = 500;

/** The first address of a kind of page among the references that the publisher itself has. */
function findReference(record: Json, page: RegExp): string | null {
  const urls = asArray(record.references)
    .slice(0, 1000)
    .map((entry) => asText(asObject(entry).url));
  return urls.find((url) => url.length <= MAX_URL_LENGTH && page.test(url)) ?? null;
}

/** Bug fixes and enhancements that name no CVE are no vulnerabilities, whatever list they come in. */
function findNonSecurityReason(
  id: string,
  record: Json,
  kinds: readonly (readonly [RegExp, string])[],
): string | null {
  const reason = kinds.find(([pattern]) => pattern.test(id))?.[1] ?? null;
  return reason === null || vulnerabilitiesOf(id, record).some((name) => name !== id)
    ? null
    : reason;
}

const toEcosystem = (ecosystem: string): string | null => (/:./.test(ecosystem) ? ecosystem : null);
const modular = {
  order: 'rpm',
  toEcosystem,
  severityOf: summarySeverity,
  refineRange: (range, _affected, record) => splitByStream(range, record),
  finalizeRanges: mergeRebuilds,
} satisfies Partial<OsvDialect>;

/** AlmaLinux: names are of binary packages; ALBA and ALEA are bug fixes and enhancements even where they name a CVE. */
export const almalinux: OsvDialect = {
  ...modular,
  feed: 'osv-almalinux',
  ecosystems: ['AlmaLinux'],
  kind: 'binary',
  ignoreReason: (id) =>
    id.startsWith('ALBA-') ? 'bug fix' : id.startsWith('ALEA-') ? 'enhancement' : null,
  urlOf: (id, record) =>
    findReference(record, /^https:\/\/errata\.almalinux\.org\//) ?? osvPageUrl(id),
};

/** Rocky Linux: names are of source packages. */
export const rocky: OsvDialect = {
  ...modular,
  feed: 'osv-rocky',
  ecosystems: ['Rocky Linux'],
  kind: 'source',
  ignoreReason: (id, record) =>
    findNonSecurityReason(id, record, [
      [/^R[LX]BA-/, 'bug fix'],
      [/^R[LX]EA-/, 'enhancement'],
    ]),
  urlOf: (id) => `https://errata.rockylinux.org/${encodeURI(id)}`,
};

/** Red Hat: names are of binary packages; the release is the tail of a CPE (`Red Hat:rhel_eus:9.2::appstream`). */
export const redhat: OsvDialect = {
  ...modular,
  feed: 'osv-redhat',
  ecosystems: ['Red Hat'],
  kind: 'binary',
  ignoreReason: (id, record) =>
    findNonSecurityReason(id, record, [
      [/^RHBA-/, 'bug fix'],
      [/^RHEA-/, 'enhancement'],
    ]),
  urlOf: (id) => `https://access.redhat.com/errata/${encodeURI(id)}`,
};

/** SUSE and openSUSE: names are of source packages, releases are names of products. */
export const suse: OsvDialect = {
  feed: 'osv-suse',
  ecosystems: ['SUSE', 'openSUSE'],
  order: 'rpm',
  kind: 'source',
  toEcosystem,
  severityOf: () => null,
  ignoreReason: (id, record) =>
    findNonSecurityReason(id, record, [
      [/-RU-/, 'bug fix'],
      [/-[FO]U-/, 'enhancement'],
    ]),
  urlOf: (id, record) =>
    findReference(
      record,
      /^https:\/\/(?:www\.suse\.com\/support\/update\/|lists\.(?:open)?suse\.(?:com|org)\/)/,
    ) ?? osvPageUrl(id),
  refineRange: (range) => [range],
  finalizeRanges: dedupeRanges,
};

export const opensuse: OsvDialect = { ...suse, feed: 'osv-opensuse' };

/** For publishers that have no page for each record. */
const osvPageUrl = (id: string): string => `https://osv.dev/vulnerability/${encodeURI(id)}`;
