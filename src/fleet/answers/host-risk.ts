import type { Severity } from '../../knowledge/records.js';
import type { Coverage } from '../../vulnerabilities/coverage/coverage.js';
import { mapSeverities } from '../../vulnerabilities/severity.js';
import type { HostRisk } from '../fleet.js';
import type { Fleet } from '../state/fleet-state.js';

/** Reads how far hosts were checked, by id. */
export type ReadCoverages = (hostIds: readonly number[]) => ReadonlyMap<number, Coverage>;

/** Returns the open findings of a host by severity; all zero: it has none. */
export function hostRiskOf({ hosts }: Fleet, id: number): HostRisk {
  const host = hosts.get(id);
  return {
    risk: host?.risk ?? 0,
    open: host?.open ?? 0,
    by_severity: nameSeverities(host?.severityCounts ?? []),
    known_exploited: host?.knownExploited ?? 0,
  };
}

/** @param counts in the order of SEVERITIES */
export const nameSeverities = (counts: readonly number[]): Record<Severity, number> =>
  mapSeverities((_, i) => counts[i] ?? 0);
