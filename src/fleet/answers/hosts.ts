import { createHostsJson, type HostsJson } from '../../hosts/hosts.json.js';
import type { HostOrder } from '../../hosts/selection/host-filter.js';
import type { HostFindingsFilter, SelectedHosts } from '../../hosts/selection/host-selection.js';
import type { Sqlite } from '../../database/sqlite.js';
import type { HostSelection } from '../../vulnerabilities/coverage/coverage.js';
import { toNotChecked, type FleetCoverage } from '../../vulnerabilities/coverage/fleet-coverage.js';
import { SEVERITIES } from '../../knowledge/records.js';
import type { HostRiskAndCoverage } from '../fleet.js';
import { readGroupNames, readHostAgents, type HostAgent } from '../fleet.repository.js';
import type { HostListQuery, HostListText } from '../messages.js';
import type { Fleet } from '../state/fleet-state.js';
import { byRiskOfHost } from '../state/host-findings.js';
import type { HostSums } from '../sums/host-sums.js';
import { hostRiskOf, type ReadCoverages } from './host-risk.js';

const NO_AGENT: HostAgent = { state: 'none', version: null };

/** Data that an answer reads only if the query needs it. */
interface CoverageReader {
  readCoverages: ReadCoverages;
  createIsChecked: () => IsHostChecked;
  /** of a group, or of all hosts */
  ofFleet: (selection: HostSelection) => FleetCoverage;
}

/** Answers questions about hosts that need the state of the fleet. */
export interface HostLister {
  /** Returns a page of hosts as JSON text. */
  list: (fleet: Fleet, query: HostListQuery, coverage: CoverageReader) => HostListText;
  /** Returns the ids of the hosts that match, ascending. */
  ids: (
    fleet: Fleet,
    selection: SelectedHosts,
    createIsChecked: CoverageReader['createIsChecked'],
  ) => number[];
}

/** Creates the lister. It writes the JSON that the other lists of hosts have. */
export function createHostLister(sqlite: Sqlite): HostLister {
  const hostsJson = createHostsJson(() => sqlite);
  return {
    list(fleet, query, coverage) {
      const { format, withRisk, rows } = query;
      const matching = rankedIds(hostsJson, fleet, query, coverage.createIsChecked);
      const end = rows.limit < 0 ? undefined : rows.offset + rows.limit;
      const ids = matching.slice(rows.offset, end);
      const coverages = withRisk ? coverage.readCoverages(ids) : null;
      const agents = withRisk ? readHostAgents(sqlite, ids) : null;
      const names = withRisk ? readGroupNames(sqlite, ids) : null;
      const items = ids.flatMap((id) => {
        const json = hostsJson.find(format, id);
        if (json === undefined) return [];
        const ofHost = coverages?.get(id);
        if (!ofHost) return json;
        const agent = agents?.get(id) ?? NO_AGENT;
        const own = { ...hostRiskOf(fleet, id), agent, coverage: ofHost };
        return addFields(json, { ...own, ...(names?.has(id) && { group_names: names.get(id) }) });
      });
      const { group_id } = query.filter;
      const not_checked = query.withCoverage ? toNotChecked(coverage.ofFleet({ group_id })) : null;
      return { items: `[${items.join(',')}]`, total: matching.length, not_checked };
    },
    ids: (fleet, { filter, findings }, createIsChecked) => [
      ...filterHosts(hostsJson.ids(filter), fleet, findings, createIsChecked),
    ],
  };
}

function rankedIds(
  hostsJson: HostsJson,
  fleet: Fleet,
  { filter, findings, sort }: HostListQuery,
  createIsChecked: CoverageReader['createIsChecked'],
): readonly number[] {
  const isByFindings = sort?.by === 'risk' || sort?.by === 'open';
  const order = sort === null || isByFindings ? undefined : (sort as HostOrder);
  const ids = filterHosts(
    hostsJson.ids(filter, undefined, order),
    fleet,
    findings,
    createIsChecked,
  );
  if (!isByFindings) return ids;
  const ranked = rankIds(ids, fleet, sort.by === 'open' ? byOpenFindings : byRiskOfHost);
  return sort.isReversed ? ranked.reverse() : ranked;
}

const byOpenFindings = (a: HostSums, b: HostSums): number => b.open - a.open || byRiskOfHost(a, b);

/** Orders hosts; those without findings are last, by id. */
function rankIds(
  ids: readonly number[],
  { hosts }: Fleet,
  compare: (a: HostSums, b: HostSums) => number,
): number[] {
  const ranked = ids.flatMap((id) => hosts.get(id) ?? []).sort(compare);
  const others = ids.filter((id) => !hosts.has(id));
  return [...ranked.map(({ id }) => id), ...others];
}

/** @param json of an object with at least one field */
const addFields = (
  json: string,
  fields: HostRiskAndCoverage & { agent: HostAgent; group_names?: string[] | undefined },
): string => `${json.slice(0, -1)},${JSON.stringify(fields).slice(1)}`;

/** Whether a host was checked; null: no host is known at its address. */
type IsHostChecked = (id: number) => boolean | null;

/** Returns the ids of the hosts that match. `isChecked` is created only if a filter needs it. */
function filterHosts(
  ids: readonly number[],
  { hosts }: Fleet,
  { severity, kev, coverage }: HostFindingsFilter,
  createIsChecked: () => IsHostChecked,
): readonly number[] {
  const isChecked = coverage === undefined ? null : createIsChecked();
  const lowest = severity === undefined ? null : SEVERITIES.indexOf(severity);
  const isOpenAtLeast = (counts: readonly number[] = []): boolean =>
    lowest === null || counts.some((count, i) => i <= lowest && count > 0);
  if (isChecked === null && lowest === null && kev === undefined) return ids;
  return ids.filter((id) => {
    const host = hosts.get(id);
    if (!isOpenAtLeast(host?.severityCounts)) return false;
    if (kev !== undefined && (host?.knownExploited ?? 0) > 0 !== kev) return false;
    return isChecked === null || isChecked(id) === (coverage === 'checked');
  });
}
