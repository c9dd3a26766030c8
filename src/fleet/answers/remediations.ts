import type { Sqlite } from '../../database/sqlite.js';
import { SEVERITIES } from '../../knowledge/records.js';
import { readMatchingFacts } from '../../vulnerabilities/flat/matching-facts.js';
import { readGroupHosts } from '../fleet.repository.js';
import type { FleetAnswers, RemediationFilter, RemediationPage } from '../messages.js';
import type { Fleet } from '../state/fleet-state.js';
import type { FleetGroup } from '../state/host-findings.js';
import type { ListText } from '../../vulnerabilities/lists/lists.js';
import { createFirstRanking, createSelectedRanking } from './kept-groups.js';
import { presentGroups } from './present-groups.js';
import { createRemediationTexts, type RemediationTexts } from './remediation-texts.js';
import { rankGroups, rankSelected, type Ranking } from './ranking.js';

const MAX_FIRST = 10_000; // groups: more are ranked with all others

/**
 * Ranks the groups of the fleet, as far as a page needs.
 * @param last the number of groups up to the end of it
 * @param lowest the lowest severity of the groups, as an index of SEVERITIES; null: any
 */
type RankGroups = (fleet: Fleet, last: number, lowest: number | null) => Ranking;

/** Creates the ranking of one thread. It keeps the first groups, and those of each severity that was asked for. */
function createGroupRanking(): RankGroups {
  const rankFirst = createFirstRanking();
  const rankSevere = SEVERITIES.map((_, lowest) =>
    createSelectedRanking(({ severity }) => severity <= lowest),
  );
  let version = -1;
  let ranking = rankGroups([]);
  return (fleet, last, lowest) => {
    if (last <= MAX_FIRST)
      return (lowest === null ? rankFirst : (rankSevere[lowest] ?? rankFirst))(fleet, last);
    if (lowest !== null)
      return rankSelected(fleet.groupsOf(null), ({ severity }) => severity <= lowest, last);
    if (fleet.version !== version) ranking = rankGroups(fleet.groupsOf(null).flat());
    version = fleet.version;
    return ranking;
  };
}

/** Pages of remediations, highest risk first, from one connection. Inside a read transaction. */
interface RemediationLists {
  note: RemediationTexts['note'];
  page: (fleet: Fleet, query: RemediationQuery) => RemediationPage;
  /** Returns the same as JSON. */
  list: (fleet: Fleet, query: RemediationQuery) => ListText;
}

type RemediationQuery = FleetAnswers['remediations']['query'];

export function createRemediationLists(sqlite: Sqlite): RemediationLists {
  const rank = createGroupRanking();
  const texts = createRemediationTexts(sqlite);
  return {
    note: texts.note,
    page(fleet, query) {
      const { groups, total } = selectPage(sqlite, fleet, query, rank);
      return { items: presentGroups(sqlite, groups, fleet.columns), total };
    },
    list(fleet, query) {
      const { groups, total } = selectPage(sqlite, fleet, query, rank);
      return { items: texts.write(groups, fleet.columns), total };
    },
  };
}

/** Returns the groups of a page of remediations, highest risk first, and the number of all. */
function selectPage(
  sqlite: Sqlite,
  fleet: Fleet,
  { filter, rows: { limit, offset } }: RemediationQuery,
  rank: RankGroups,
): { groups: FleetGroup[]; total: number } {
  const last = limit < 0 ? Infinity : offset + limit;
  const lowest = filter.severity === undefined ? null : SEVERITIES.indexOf(filter.severity);
  const ranking = selectGroups(sqlite, fleet, filter, last) ?? rank(fleet, last, lowest);
  const groups = ranking.slice(offset, limit < 0 ? ranking.total : limit);
  return { groups, total: ranking.total };
}

/** Ranks the groups that a filter selects; null: it is empty, or of a severity only. */
function selectGroups(
  sqlite: Sqlite,
  fleet: Fleet,
  filter: RemediationFilter,
  last: number,
): Ranking | null {
  const hosts = hostsOf(sqlite, filter);
  const facts = readMatchingFacts(sqlite, filter);
  if (hosts === null && facts === null) return null;
  const lowest = SEVERITIES.indexOf(filter.severity ?? 'unknown');
  const isSelected = (group: FleetGroup): boolean =>
    group.severity <= lowest && (facts === null || group.facts.some((id) => facts.has(id)));
  return rankSelected(fleet.groupsOf(hosts), isSelected, last);
}

/** Returns the ids of the selected hosts; null: all. */
function hostsOf(sqlite: Sqlite, { host_id, group_id }: RemediationFilter): number[] | null {
  if (host_id === undefined && group_id === undefined) return null;
  const ids = group_id === undefined ? [host_id ?? 0] : readGroupHosts(sqlite, group_id);
  return host_id === undefined ? ids : ids.filter((id) => id === host_id);
}
