import { formatDate, SECONDS_PER_DAY } from '../../lib/times.js';
import { countText } from '../../lib/text.js';
import type { OpenFinding } from '../diff.js';

const NOTICE_SECONDS = 14 * SECONDS_PER_DAY;

/** An acceptance of findings of a report that ends soon. `until`: Unix seconds. */
export interface ExpiringAcceptance {
  vulnerability_id: string;
  reason: string;
  by: string;
  until: number;
  hosts: number;
}

/**
 * Returns the acceptances of open findings that end within 14 days, the first to end first. A finding whose acceptance
 * ends is open again.
 * @param now Unix seconds
 */
export function expiringSoon(open: readonly OpenFinding[], now: number): ExpiringAcceptance[] {
  const found = new Map<string, Omit<ExpiringAcceptance, 'hosts'> & { ids: Set<number> }>();
  for (const { host, fact, accepted } of open) {
    const until = accepted?.until ?? null;
    if (!accepted || until === null || until > now + NOTICE_SECONDS || until <= now) continue;
    const { vulnerability_id } = fact;
    const { reason, by } = accepted;
    const key = JSON.stringify([vulnerability_id, reason, by, until]);
    const ids = found.get(key)?.ids ?? new Set();
    ids.add(host.host_id);
    found.set(key, { vulnerability_id, reason, by, until, ids });
  }
  return [...found.values()]
    .map(({ ids, vulnerability_id, reason, by, until }) => ({
      vulnerability_id,
      reason,
      by,
      until,
      hosts: ids.size,
    }))
    .sort((a, b) => a.until - b.until);
}

/** Returns `The acceptance of CVE-2024-1 on 2 hosts ends on 2026-12-01 (by ada: behind the firewall)`. */
export const expiringText = (acceptance: ExpiringAcceptance): string =>
  `The acceptance of ${acceptance.vulnerability_id} on ${countText(acceptance.hosts, 'host')} ` +
  `ends on ${formatDate(acceptance.until)} (by ${acceptance.by}: ${acceptance.reason})`;
