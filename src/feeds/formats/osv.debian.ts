import { dedupeRanges } from './osv.affected.js';
import type { OsvDialect } from './osv.dialect.js';
import { cveOf } from './osv.names.js';
import { publisherSeverity } from './severities.js';
import { object, asText } from './coerce.js';

const TRACKER = 'https://security-tracker.debian.org/tracker/';

/** Debian, converted by osv.dev from the tracker (DEBIAN-CVE) and the lists of advisories (DSA, DLA, DTSA): source packages, releases by number. */
export const debian: OsvDialect = {
  feed: 'osv-debian',
  ecosystems: ['Debian'],
  order: 'dpkg',
  kind: 'source',
  ignore: () => null,
  url: (id) => TRACKER + encodeURIComponent(cveOf(id) ?? id),
  severity: () => null,
  // Releases from 4 to 6 were written with `.0` in old advisories.
  scope: (ecosystem) => (ecosystem.includes(':') ? ecosystem.replace(/:([4-9])\.0$/, ':$1') : null),
  refine: (range, affected) => {
    const urgency = asText(object(affected.ecosystem_specific).urgency);
    const state = urgency === 'end-of-life' && range.state === 'open' ? 'end_of_life' : range.state;
    return [
      { ...range, state, hidden: urgency === 'unimportant', severity: publisherSeverity(urgency) },
    ];
  },
  settle: dedupeRanges,
};
