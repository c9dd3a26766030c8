import type { Api } from '../../api/shapes.js';

type Hosts = Pick<Api<'Summary'>['hosts'], 'total' | 'not_checked'>;

/** How much was checked: a zero says nothing about hosts that were not. */
export type Checked = 'all' | 'some' | 'none';

/** Returns how much of the fleet was checked. */
export function checkedPart({ total, not_checked }: Hosts): Checked {
  if (not_checked === 0) return 'all';
  return not_checked >= total ? 'none' : 'some';
}
