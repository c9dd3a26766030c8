import type { FeedName } from '../../../knowledge/records.js';

/** The feeds that are about programs or about all systems, not about releases of one distribution. */
export const HAS_NO_RELEASES: ReadonlySet<FeedName> = new Set(['nvd', 'kev', 'epss', 'eol']);

/** The part of a feed with the last records of a release that its archive does not have any more. */
export const keptPart = (scope: string): string => `kept:${scope}`;

/** The SQL condition for such a part of an advisory `a`. */
export const IS_KEPT = "a.part >= 'kept:' AND a.part < 'kept;'";
