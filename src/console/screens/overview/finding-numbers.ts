import type { Api } from '../../api/shapes.js';
import { countText } from '../../parts/text/plural.js';

type Hosts = Pick<Api<'Summary'>['hosts'], 'total' | 'not_checked' | 'unanswered_addresses'>;

/** How much was checked: a zero says nothing about hosts that were not. */
export type Checked = 'all' | 'some' | 'none';

/** Returns how much of the fleet was checked. Addresses that never answered are no hosts. */
export function checkedPart({ total, not_checked, unanswered_addresses }: Hosts): Checked {
  if (not_checked === 0) return 'all';
  return not_checked >= total - unanswered_addresses ? 'none' : 'some';
}

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
