import { api, unwrap } from '../../api/client.js';
import { useResource } from '../../api/resource.js';
import { Coverage } from '../coverage.js';

/** The first line of lists of all hosts or findings: what was not checked, and why. */
export function FleetCoverage() {
  const { data } = useResource('summary', (signal) => unwrap(api.GET('/summary', { signal })), [
    'tasks',
    'feeds',
    'hosts',
  ]);
  if (!data) return null;
  const { total, not_checked, coverage, not_checked_reasons, unanswered_addresses } =
    data.data.hosts;
  return (
    <Coverage
      notChecked={not_checked}
      counts={coverage}
      total={total}
      unanswered={unanswered_addresses}
      reasons={not_checked_reasons}
    />
  );
}
