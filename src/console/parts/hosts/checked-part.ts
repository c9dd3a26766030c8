import type { Api } from '../../api/shapes.js';

type Hosts = Pick<Api<'Summary'>['hosts'], 'total' | 'not_checked' | 'unanswered_addresses'>;

/** How much was checked: a zero says nothing about hosts that were not. */
export type Checked = 'all' | 'some' | 'none';

/** Returns how much of the fleet was checked. Addresses that never answered are no hosts. */
export function checkedPart({ total, not_checked, unanswered_addresses }: Hosts): Checked {
  if (not_checked === 0) return 'all';
  return not_checked >= total - unanswered_addresses ? 'none' : 'some';
}
