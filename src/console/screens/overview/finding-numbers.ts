import type { Checked } from '../../parts/hosts/checked-part.js';
import { countText } from '../../parts/text/plural.js';

/** Returns a number of findings; a zero only where all hosts were checked. */
export function numberText(n: number, checked: Checked): string {
  if (n > 0 || checked === 'all') return countText(n);
  return checked === 'none' ? 'not checked' : 'none known';
}

const DAY_S = 86_400;
/** The service keeps for this number of UTC days which findings changed. */
const KEPT_DAYS = 90;

/** Returns the begin of the first of the last UTC days, today included, as the summary counts them (Unix seconds). */
export const beginOfDays = (days: number, now: number): number =>
  (Math.floor(now / DAY_S) - days + 1) * DAY_S;

/** Whether the service still has the changes since a time as a list. */
export const isListed = (since: number, now: number): boolean =>
  since >= beginOfDays(KEPT_DAYS, now);
