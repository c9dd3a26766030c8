import type { CoverageCounts } from '../../../vulnerabilities/coverage/coverage-counts.js';

interface Hosts {
  /** hosts whose packages or ports were not fully checked */
  not_checked: number;
  coverage: CoverageCounts;
}

/** How much was checked: a zero says nothing about what was not. */
export type Checked = 'all' | 'some' | 'none';

/** Returns how much of the fleet was checked: packages, or ports, of any host are some. */
export function checkedPart({ not_checked, coverage: { packages, services } }: Hosts): Checked {
  if (not_checked === 0) return 'all';
  const some = [packages, services].some(({ matched, partly }) => matched + partly > 0);
  return some ? 'some' : 'none';
}
