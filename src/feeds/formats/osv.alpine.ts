import { dedupeRanges } from './osv.affected.js';
import type { OsvDialect } from './osv.dialect.js';
import { cveOf } from './osv.names.js';

/**
 * Alpine, converted by osv.dev from its secdb: by origin (source) package. Ids were `CVE-…` in the past, and are
 * `ALPINE-CVE-…` now.
 */
export const alpine: OsvDialect = {
  feed: 'osv-alpine',
  ecosystems: ['Alpine'],
  order: 'apk',
  kind: 'source',
  ignoreReason: () => null,
  urlOf: (id) => `https://security.alpinelinux.org/vuln/${encodeURIComponent(cveOf(id) ?? id)}`,
  readSeverity: () => null,
  toEcosystem: (ecosystem) => (ecosystem.includes(':') ? ecosystem.replace(/:(?=\d)/, ':v') : null),
  refineRange: (range) => [range],
  finalizeRanges: dedupeRanges,
};
