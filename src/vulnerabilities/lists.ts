import type { Sqlite } from '../database/sqlite.js';
import { offsetOf, type Page } from '../http/common.js';
import {
  BY_RISK,
  listFindings,
  type FindingFilter,
  type SortOrder,
} from './findings/findings.repository.js';
import { prepareListVersions } from './lists.statements.js';
import {
  describeVulnerabilities,
  rankVulnerabilities,
  type RankedVulnerability,
} from './vulnerabilities.repository.js';

/** Selects a page of findings or vulnerabilities; by risk without `sort`. */
export interface FindingListQuery {
  filter: FindingFilter;
  page: Page;
  sort?: SortOrder | undefined;
}

/** A page, and the number of all vulnerabilities that match. */
export interface VulnerabilityList {
  items: ReturnType<typeof describeVulnerabilities>;
  total: number;
}

export type FindingList = ReturnType<typeof listFindings>;

/** Reads pages of the vulnerabilities with open findings. @param now Unix seconds: acceptances count as of then */
export type ReadVulnerabilityList = (query: FindingListQuery, now: number) => VulnerabilityList;

const MAX_RANKINGS = 8;

/**
 * Creates the function for one connection. It keeps the last rankings until something changes that they depend on: a
 * further page is read without ranking all vulnerabilities again.
 */
export function createVulnerabilityLists(sqlite: Sqlite): ReadVulnerabilityList {
  const versions = prepareListVersions(sqlite);
  const rankings = new Map<string, { version: string; ranked: RankedVulnerability[] }>();
  const rank = (
    { filter, sort = BY_RISK }: FindingListQuery,
    now: number,
  ): RankedVulnerability[] => {
    const key = JSON.stringify([filter, sort]);
    const version = isOfFindings(filter, sort)
      ? (versions.ofFindings.get() ?? '')
      : `${versions.ofAll()} ${now}`;
    const known = rankings.get(key);
    rankings.delete(key); // the last one used is the last one in the map
    const ranking =
      known?.version === version
        ? known
        : { version, ranked: rankVulnerabilities(sqlite, filter, now, sort) };
    rankings.set(key, ranking);
    const [oldest] = rankings.keys();
    if (rankings.size > MAX_RANKINGS && oldest !== undefined) rankings.delete(oldest);
    return ranking.ranked;
  };
  return (query, now) => {
    const { filter, page } = query;
    const ranked = rank(query, now);
    const from = offsetOf(page);
    const items = describeVulnerabilities(
      sqlite,
      filter,
      now,
      ranked.slice(from, from + page.limit),
    );
    return { items, total: ranked.length };
  };
}

/** Whether a ranking depends on findings and ratings only: not on groups, times, titles, or when a host was read. */
const isOfFindings = (filter: FindingFilter, sort: SortOrder): boolean =>
  filter.group_id === undefined &&
  filter.accepted === undefined &&
  filter.q === undefined &&
  sort.by !== 'last_seen';

/** Returns a page of findings. @param now Unix seconds: acceptances count as of then */
export const readFindingList = (
  sqlite: Sqlite,
  { filter, page, sort }: FindingListQuery,
  now: number,
): FindingList => listFindings(sqlite, filter, page, now, sort);
