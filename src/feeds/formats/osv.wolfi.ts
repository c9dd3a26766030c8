import { withoutRepeats } from './osv.affected.js';
import type { OsvDialect } from './osv.dialect.js';
import { cveOf } from './osv.names.js';

/** Wolfi and Chainguard: no releases; a record (CGA-…) is about one flaw of one package. */
export const wolfi: OsvDialect = {
  feed: 'osv-wolfi', ecosystems: ['Wolfi', 'Chainguard'], order: 'apk', kind: 'source', decides: true,
  ignore: () => null,
  url: (id) => (cveOf(id) === null ? `https://images.chainguard.dev/security/${encodeURIComponent(id)}` : null),
  severity: () => null,
  scope: (ecosystem) => ecosystem.split(':', 1)[0] ?? null,
  refine: (range) => [range],
  settle: withoutRepeats,
};
