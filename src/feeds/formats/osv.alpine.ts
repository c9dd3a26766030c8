import { dedupeRanges } from './osv.affected.js';
import type { OsvDialect } from './osv.dialect.js';
import { cveOf } from './osv.names.js';

/** Alpine, converted by osv.dev from its secdb: by origin (source) package; ids were `CVE-…` once, and are `ALPINE-CVE-…` now. */
export const alpine: OsvDialect = {
  feed: 'osv-alpine',
  ecosystems: ['Alpine'],
  order: 'apk',
  kind: 'source',
  ignore: () => null,
  url: (id) => `https://security.alpinelinux.org/vuln/${encodeURIComponent(cveOf(id) ?? id)}`,
  severity: () => null,
  scope: (ecosystem) => (ecosystem.includes(':') ? ecosystem.replace(/:(?=\d)/, ':v') : null),
  refine: (range) => [range],
  settle: dedupeRanges,
};
