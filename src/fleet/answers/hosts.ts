import { createHostsJson, type HostsJson } from '../../hosts/hosts.json.js';
import type { Sqlite } from '../../database/sqlite.js';
import type { Coverage } from '../../vulnerabilities/coverage/coverage.js';
import type { HostRisk, HostRiskAndCoverage } from '../fleet.js';
import type { HostListQuery, HostListText } from '../messages.js';
import type { Fleet } from '../state/fleet-state.js';
import { byRiskOfHost } from '../state/host-findings.js';
import { namedSeverities } from './summary.js';

/** Answers lists of hosts that need the state of the fleet. */
export type ListHosts = (
  fleet: Fleet,
  query: HostListQuery,
  readCoverages: (hostIds: readonly number[]) => ReadonlyMap<number, Coverage>,
) => HostListText;

/** Creates the function. It writes the JSON that the other lists of hosts have. */
export function createHostLister(sqlite: Sqlite): ListHosts {
  const hostsJson = createHostsJson(() => sqlite);
  return (fleet, query, readCoverages) => {
    const { format, filter, withRisk } = query;
    const ids = pageOfIds(hostsJson, fleet, query);
    const coverages = withRisk ? readCoverages(ids) : null;
    const items = ids.flatMap((id) => {
      const json = hostsJson.find(format, id);
      if (json === undefined) return [];
      const coverage = coverages?.get(id);
      return coverage ? addFields(json, { ...riskOf(fleet, id), coverage }) : json;
    });
    return { items: `[${items.join(',')}]`, total: hostsJson.count(filter) };
  };
}

function pageOfIds(hostsJson: HostsJson, fleet: Fleet, query: HostListQuery): number[] {
  const { filter, sort, rows } = query;
  if (sort === null) return hostsJson.ids(filter, rows);
  const ranked = rankIds(hostsJson.ids(filter), fleet);
  if (sort.isReversed) ranked.reverse();
  return ranked.slice(rows.offset, rows.limit < 0 ? undefined : rows.offset + rows.limit);
}

/** Orders hosts by risk, highest first; those without findings are last, by id. */
function rankIds(ids: readonly number[], { hosts }: Fleet): number[] {
  const ranked = ids.flatMap((id) => hosts.get(id) ?? []).sort(byRiskOfHost);
  const others = ids.filter((id) => !hosts.has(id));
  return [...ranked.map(({ id }) => id), ...others];
}

function riskOf({ hosts }: Fleet, id: number): HostRisk {
  const host = hosts.get(id);
  return {
    risk: host?.risk ?? 0,
    open: host?.open ?? 0,
    by_severity: namedSeverities(host?.severityCounts ?? []),
    known_exploited: host?.knownExploited ?? 0,
  };
}

/** @param json of an object with at least one field */
const addFields = (json: string, fields: HostRiskAndCoverage): string =>
  `${json.slice(0, -1)},${JSON.stringify(fields).slice(1)}`;
