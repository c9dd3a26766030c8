import { asArray, asObject, asText, type Json } from './coerce.js';
import { dedupeRanges } from './osv.affected.js';
import type { OsvDialect } from './osv.dialect.js';
import { vulnerabilitiesOf } from './osv.names.js';
import { summarySeverity } from './osv.severity.js';
import { mergeRebuilds, splitByStream } from './rpm.modules.js';

const MAX_URL_LENGTH = 500;

/** Returns the first reference whose URL matches, a page of the publisher. */
function findReference(record: Json, page: RegExp): string | null {
  const urls = asArray(record.references)
    .slice(0, 1000)
    .map((entry) => asText(asObject(entry).url));
  return urls.find((url) => url.length <= MAX_URL_LENGTH && page.test(url)) ?? null;
}

/** Returns why a record is not a vulnerability: bug fixes and enhancements without a CVE are not. null: it is one. */
function findNonSecurityReason(
  id: string,
  record: Json,
  kinds: readonly (readonly [RegExp, string])[],
): string | null {
  const reason = kinds.find(([pattern]) => pattern.test(id))?.[1] ?? null;
  if (reason === null) return null;
  return vulnerabilitiesOf(id, record).some((name) => name !== id) ? null : reason;
}

const toEcosystem = (ecosystem: string): string | null => (/:./.test(ecosystem) ? ecosystem : null);
const modular = {
  order: 'rpm',
  toEcosystem,
  readSeverity: summarySeverity,
  refineRange: (range, _affected, record) => splitByStream(range, record),
  finalizeRanges: mergeRebuilds,
} satisfies Partial<OsvDialect>;

/** AlmaLinux: names of binary packages. ALBA and ALEA are bug fixes and enhancements even if they name a CVE. */
export const almalinux: OsvDialect = {
  ...modular,
  feed: 'osv-almalinux',
  ecosystems: ['AlmaLinux'],
  kind: 'binary',
  ignoreReason: (id) => {
    if (id.startsWith('ALBA-')) return 'bug fix';
    return id.startsWith('ALEA-') ? 'enhancement' : null;
  },
  urlOf: (id, record) =>
    findReference(record, /^https:\/\/errata\.almalinux\.org\//) ?? osvPageUrl(id),
};

/** Rocky Linux: names of source packages. */
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

/** Red Hat: names of binary packages; the release is the last part of a CPE (`Red Hat:rhel_eus:9.2::appstream`). */
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

const SUSE_PAGE =
  /^https:\/\/(?:www\.suse\.com\/support\/update\/|lists\.(?:open)?suse\.(?:com|org)\/)/;

/** SUSE and openSUSE: names of source packages, product names as releases. */
export const suse: OsvDialect = {
  feed: 'osv-suse',
  ecosystems: ['SUSE', 'openSUSE'],
  order: 'rpm',
  kind: 'source',
  toEcosystem,
  readSeverity: () => null,
  ignoreReason: (id, record) =>
    findNonSecurityReason(id, record, [
      [/-RU-/, 'bug fix'],
      [/-[FO]U-/, 'enhancement'],
    ]),
  urlOf: (id, record) => findReference(record, SUSE_PAGE) ?? osvPageUrl(id),
  refineRange: (range) => [range],
  finalizeRanges: dedupeRanges,
};

export const opensuse: OsvDialect = { ...suse, feed: 'osv-opensuse' };

/** For publishers without a page for each record. */
const osvPageUrl = (id: string): string => `https://osv.dev/vulnerability/${encodeURI(id)}`;
