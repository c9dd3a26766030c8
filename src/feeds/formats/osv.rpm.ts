import { dedupeRanges } from './osv.affected.js';
import type { OsvDialect } from './osv.dialect.js';
import { vulnerabilitiesOf } from './osv.names.js';
import { summarySeverity } from './osv.severity.js';
import { splitByStream, mergeRebuilds } from './rpm.modules.js';
import { list, object, asText, type Json } from './coerce.js';

const LONGEST_URL = 500;

/** The first address of a kind of page among the references that the publisher itself has. */
function reference(record: Json, page: RegExp): string | null {
  const urls = list(record.references)
    .slice(0, 1000)
    .map((entry) => asText(object(entry).url));
  return urls.find((url) => url.length <= LONGEST_URL && page.test(url)) ?? null;
}

/** Bug fixes and enhancements that name no CVE are no vulnerabilities, whatever list they come in. */
function kindOf(
  id: string,
  record: Json,
  kinds: readonly (readonly [RegExp, string])[],
): string | null {
  const reason = kinds.find(([pattern]) => pattern.test(id))?.[1] ?? null;
  return reason === null || vulnerabilitiesOf(id, record).some((name) => name !== id)
    ? null
    : reason;
}

const scope = (ecosystem: string): string | null => (/:./.test(ecosystem) ? ecosystem : null);
const modular = {
  order: 'rpm',
  scope,
  severity: summarySeverity,
  refine: (range, _affected, record) => splitByStream(range, record),
  settle: mergeRebuilds,
} satisfies Partial<OsvDialect>;

/** AlmaLinux: names are of binary packages; ALBA and ALEA are bug fixes and enhancements even where they name a CVE. */
export const almalinux: OsvDialect = {
  ...modular,
  feed: 'osv-almalinux',
  ecosystems: ['AlmaLinux'],
  kind: 'binary',
  ignore: (id) =>
    id.startsWith('ALBA-') ? 'bug fix' : id.startsWith('ALEA-') ? 'enhancement' : null,
  url: (id, record) => reference(record, /^https:\/\/errata\.almalinux\.org\//) ?? osvPage(id),
};

/** Rocky Linux: names are of source packages. */
export const rocky: OsvDialect = {
  ...modular,
  feed: 'osv-rocky',
  ecosystems: ['Rocky Linux'],
  kind: 'source',
  ignore: (id, record) =>
    kindOf(id, record, [
      [/^R[LX]BA-/, 'bug fix'],
      [/^R[LX]EA-/, 'enhancement'],
    ]),
  url: (id) => `https://errata.rockylinux.org/${encodeURI(id)}`,
};

/** Red Hat: names are of binary packages; the release is the tail of a CPE (`Red Hat:rhel_eus:9.2::appstream`). */
export const redhat: OsvDialect = {
  ...modular,
  feed: 'osv-redhat',
  ecosystems: ['Red Hat'],
  kind: 'binary',
  ignore: (id, record) =>
    kindOf(id, record, [
      [/^RHBA-/, 'bug fix'],
      [/^RHEA-/, 'enhancement'],
    ]),
  url: (id) => `https://access.redhat.com/errata/${encodeURI(id)}`,
};

/** SUSE and openSUSE: names are of source packages, releases are names of products. */
export const suse: OsvDialect = {
  feed: 'osv-suse',
  ecosystems: ['SUSE', 'openSUSE'],
  order: 'rpm',
  kind: 'source',
  scope,
  severity: () => null,
  ignore: (id, record) =>
    kindOf(id, record, [
      [/-RU-/, 'bug fix'],
      [/-[FO]U-/, 'enhancement'],
    ]),
  url: (id, record) =>
    reference(
      record,
      /^https:\/\/(?:www\.suse\.com\/support\/update\/|lists\.(?:open)?suse\.(?:com|org)\/)/,
    ) ?? osvPage(id),
  refine: (range) => [range],
  settle: dedupeRanges,
};

export const opensuse: OsvDialect = { ...suse, feed: 'osv-opensuse' };

/** For publishers that have no page for each record. */
const osvPage = (id: string): string => `https://osv.dev/vulnerability/${encodeURI(id)}`;
