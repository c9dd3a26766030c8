import { asText, isObject } from './coerce.js';
import type { Item } from './format.js';
import { dedupeRanges } from './osv.affected.js';
import type { OsvDialect } from './osv.dialect.js';
import { cveOf } from './osv.names.js';
import { createRejection } from './rejection.js';
import { parseSecdb } from './secdb.js';

/**
 * Wolfi, and Chainguard, which has these packages too: without releases; a record (CGA-…) is about one vulnerability of
 * one package.
 */
export const wolfi: OsvDialect = {
  feed: 'osv-wolfi',
  ecosystems: ['Wolfi', 'Chainguard'],
  order: 'apk',
  kind: 'source',
  isDecisive: true,
  ignoreReason: () => null,
  urlOf: (id) =>
    cveOf(id) === null ? `https://images.chainguard.dev/security/${encodeURIComponent(id)}` : null,
  readSeverity: () => null,
  toEcosystem: (ecosystem) => ecosystem.split(':', 1)[0] ?? null,
  refineRange: (range) => [range],
  finalizeRanges: dedupeRanges,
  parseOtherForm: (value) => parseSecurityJson(value, ['Wolfi', 'Chainguard']),
};

/** Chainguard: its folder has the records of the packages that Wolfi does not have, too. */
export const chainguard: OsvDialect = {
  ...wolfi,
  feed: 'osv-chainguard',
  ecosystems: ['Chainguard'],
  parseOtherForm: (value) => parseSecurityJson(value, ['Chainguard']),
};

/**
 * Parses `security.json`, which both publish beside their packages: in the form of Alpine's secdb, without a release
 * (Alpine's has one). null: another file.
 */
function parseSecurityJson(value: unknown, ecosystems: readonly string[]): Item[] | null {
  if (!isObject(value) || !Array.isArray(value.packages)) return null;
  const release = asText(value.distroversion);
  const origin = `${asText(value.urlprefix)} ${asText(value.reponame)}`;
  const ecosystem = /chainguard|cgr\.dev/.test(origin) ? 'Chainguard' : 'Wolfi';
  if (release !== '' || !ecosystems.includes(ecosystem)) {
    const other = release === '' ? ecosystem : `Alpine ${release}`;
    const reason = `list of fixes of ${other}, not of ${ecosystems.join(' or ')}`;
    return [{ rejected: createRejection('', reason, value.urlprefix) }];
  }
  return parseSecdb(value, ecosystem, (id) =>
    cveOf(id) === null ? null : `https://images.chainguard.dev/security/${id}`,
  );
}
