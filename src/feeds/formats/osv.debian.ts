import { asObject, asText } from './coerce.js';
import { dedupeRanges } from './osv.affected.js';
import type { OsvDialect } from './osv.dialect.js';
import { cveOf } from './osv.names.js';
import { publisherSeverity } from './severities.js';

const TRACKER = 'https://security-tracker.debian.org/tracker/';

/**
 * Debian, converted by osv.dev from the tracker (DEBIAN-CVE) and the lists of advisories (DSA, DLA, DTSA): source
 * packages, releases by number.
 */
export const debian: OsvDialect = {
  feed: 'osv-debian',
  ecosystems: ['Debian'],
  order: 'dpkg',
  kind: 'source',
  ignoreReason: () => null,
  urlOf: (id) => TRACKER + encodeURIComponent(cveOf(id) ?? id),
  readSeverity: () => null,
  // Old advisories write the releases 4 to 6 with `.0`.
  toEcosystem: (ecosystem) =>
    ecosystem.includes(':') ? ecosystem.replace(/:([4-9])\.0$/, ':$1') : null,
  refineRange: (range, affected) => {
    const urgency = asText(asObject(affected.ecosystem_specific).urgency);
    const state = urgency === 'end-of-life' && range.state === 'open' ? 'end_of_life' : range.state;
    return [
      { ...range, state, hidden: urgency === 'unimportant', severity: publisherSeverity(urgency) },
    ];
  },
  finalizeRanges: dedupeRanges,
};
