import type { Item } from './format.js';
import { dedupeRanges } from './osv.affected.js';
import type { OsvDialect } from './osv.dialect.js';
import { cveOf } from './osv.names.js';
import { createRejection } from './rejection.js';
import { parseSecdb } from './secdb.js';
import { isObject, asText } from './coerce.js';

/** Wolfi and Chainguard: no releases; a record (CGA-…) is about one flaw of one package. */
export const wolfi: OsvDialect = {
  feed: 'osv-wolfi',
  ecosystems: ['Wolfi', 'Chainguard'],
  order: 'apk',
  kind: 'source',
  isDecisive: true,
  ignoreReason: () => null,
  urlOf: (id) =>
    cveOf(id) === null ? `https://images.chainguard.dev/security/${encodeURIComponent(id)}` : null,
  severityOf: () => null,
  toEcosystem: (ecosystem) => ecosystem.split(':', 1)[0] ?? null,
  refineRange: (range) => [range],
  finalizeRanges: dedupeRanges,
  parseOtherForm: parseSecurityJson,
};

/** `security.json`, which both have beside their packages: in the form of Alpine's secdb, without a release (Alpine's own has one). null: it is no such file. */
function parseSecurityJson(value: unknown): Item[] | null {
  if (!isObject(value) || !Array.isArray(value.packages)) return null;
  const release = asText(value.distroversion);
  if (release !== '')
    return [
      {
        rejected: createRejection(
          '',
          `a list of fixes of Alpine ${release}, not of Wolfi or Chainguard`,
          value.urlprefix,
        ),
      },
    ];
  const scope = /chainguard|cgr\.dev/.test(`${asText(value.urlprefix)} ${asText(value.reponame)}`)
    ? 'Chainguard'
    : 'Wolfi';
  return parseSecdb(value, scope, (id) =>
    cveOf(id) === null ? null : `https://images.chainguard.dev/security/${id}`,
  );
}
