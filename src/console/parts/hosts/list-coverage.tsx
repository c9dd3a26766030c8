import type { CoverageCounts } from '../../../vulnerabilities/coverage/coverage-counts.js';
import { Coverage } from '../coverage.js';

/** The coverage of the hosts of a list, as the service has it. */
interface ListWithCoverage {
  data: { meta: { not_checked?: NotChecked | undefined } } | null;
}
interface NotChecked {
  hosts: number;
  total: number;
  unanswered_addresses: number;
  coverage: CoverageCounts;
  details: readonly { hosts: number; message: string }[];
}

/** The first line of a list: what was not checked of the hosts that it is about, and why. */
export function ListCoverage({ of: { data } }: { of: ListWithCoverage }) {
  const found = data?.meta.not_checked;
  if (!found) return null;
  const { hosts, total, unanswered_addresses, coverage, details } = found;
  return (
    <Coverage
      notChecked={hosts}
      counts={coverage}
      total={total}
      unanswered={unanswered_addresses}
      reasons={details}
    />
  );
}
