import type { Sqlite } from '../database/sqlite.js';
import { offsetOf, type Page } from '../http/common.js';
import {
  BY_RISK,
  listFindings,
  readFindings,
  type FindingFilter,
  type SortOrder,
} from './findings/findings.repository.js';
import type { HostChanges } from './host-changes.js';
import { prepareListVersions } from './lists.statements.js';
import { createAcceptedFacts } from './open-findings/accepted-facts.js';
import { createBlockSums, type BlockSums } from './open-findings/block-sums.js';
import { findingsOfVulnerability } from './open-findings/findings-of-vulnerability.js';
import { presentVulnerabilities } from './open-findings/present-vulnerabilities.js';
import {
  listVulnerabilities,
  orderVulnerabilities,
  SUMMED,
  type ListedVulnerabilities,
} from './open-findings/listed-vulnerabilities.js';
import { createOpenFindings, type OpenFindings } from './open-findings/open-findings.js';
import { pickRanks, type NumberOrder } from './open-findings/ranks.js';
import { selectFindings } from './open-findings/selection.js';
import { pickTotals, type VulnerabilityTotals } from './open-findings/totals.js';
import { createFindingCollector } from './open-findings/vulnerability-findings.js';

/** Selects a page of findings or vulnerabilities; by risk without `sort`. */
export interface FindingListQuery {
  filter: FindingFilter;
  page: Page;
  sort?: SortOrder | undefined;
}

/** Selects a page of the findings of one vulnerability; by risk without `sort`. */
export interface VulnerabilityFindingsQuery {
  id: string;
  page: Page;
  sort?: SortOrder | undefined;
}

/** A page as a JSON array, and the number of all that match. */
export interface ListText {
  items: string;
  total: number;
}

export type FindingList = ReturnType<typeof listFindings>;

/** A page of findings with their facts, and the number of all. */
export interface KnownFindings {
  rows: ReturnType<typeof readFindings>;
  total: number;
}

/** The vulnerabilities with open findings. Inside a read transaction. */
export interface VulnerabilityLists {
  /** Notes what changed since the last call. */
  note: (changes: HostChanges) => void;
  /** Reads what was noted, ahead of the next page. */
  catchUp: () => null;
  /** Returns a page. @param now Unix seconds: acceptances count as of then */
  list: (query: FindingListQuery, now: number) => ListText;
  /** Returns a page of the findings of one vulnerability, including unimportant ones. @param now as of `list` */
  findings: (query: VulnerabilityFindingsQuery, now: number) => KnownFindings;
}

const MAX_KEPT = 8;

/** A list that was selected by one filter, and its orders. */
interface KeptList {
  version: string;
  listed: ListedVulnerabilities;
  orders: Map<string, NumberOrder>;
  /** JSON arrays of the last pages, by order and page */
  pages: Map<string, string>;
  sums: KeptSums;
}

/** The sums of a list. They outlive its versions. */
interface KeptSums {
  ofAll: BlockSums;
  ofPage: BlockSums;
}

/**
 * Creates the lists of one connection. They keep the last ones until something changes that they depend on: a further
 * page, or the same list in another order, is selected without reading all findings.
 */
export function createVulnerabilityLists(sqlite: Sqlite): VulnerabilityLists {
  const versions = prepareListVersions(sqlite);
  const openFindings = createOpenFindings(sqlite);
  const collect = createFindingCollector();
  const acceptedFacts = createAcceptedFacts(sqlite);
  const lists = new Map<string, KeptList>();
  const versionOf = ({ version }: OpenFindings, filter: FindingFilter, now: number): string =>
    isOfFindings(filter) ? `${version}` : `${version} ${versions.ofAll()} ${now}`;
  const selectNow = (open: OpenFindings, filter: FindingFilter, now: number) =>
    selectFindings(sqlite, open.facts, filter, () => acceptedFacts(open.facts, now));
  const select = (open: OpenFindings, filter: FindingFilter, now: number): KeptList => {
    const key = JSON.stringify(filter);
    const version = versionOf(open, filter, now);
    const known = lists.get(key);
    lists.delete(key); // the last one used is the last one in the map
    const list =
      known?.version === version
        ? known
        : createList(version, listVulnerabilities(open, selectNow(open, filter, now)), known?.sums);
    lists.set(key, list);
    const [oldest] = lists.keys();
    if (lists.size > MAX_KEPT && oldest !== undefined) lists.delete(oldest);
    return list;
  };
  return {
    note: openFindings.note,
    catchUp() {
      openFindings.read();
      return null;
    },
    list({ filter, page, sort = BY_RISK }, now) {
      const open = openFindings.read();
      const kept = select(open, filter, now);
      const { listed } = kept;
      const order = recall(kept.orders, JSON.stringify(sort), () =>
        orderVulnerabilities(open, listed, sort, kept.sums.ofAll),
      );
      const read = (): string => {
        const from = offsetOf(page);
        const numbers = pickRanks(listed.numbers, order, from, from + page.limit);
        const totals = readTotals(open, kept, sort, numbers);
        return JSON.stringify(presentVulnerabilities(sqlite, open, { listed, numbers, totals }));
      };
      const items = recall(kept.pages, JSON.stringify([sort, page]), read);
      return { items, total: listed.numbers.length };
    },
    findings({ id, page, sort = BY_RISK }, now) {
      const from = offsetOf(page);
      const range = { id, sort, from, to: from + page.limit };
      const open = openFindings.read();
      const found = collect(open, open.facts.numberOfVulnerability(id) ?? -1);
      const { keys, total } = findingsOfVulnerability(sqlite, open, found, range);
      return { rows: readFindings(sqlite, keys, now), total };
    },
  };
}

const createList = (
  version: string,
  listed: ListedVulnerabilities,
  sums = { ofAll: createBlockSums(), ofPage: createBlockSums() },
): KeptList => ({ version, listed, orders: new Map(), pages: new Map(), sums });

/** Returns the totals of the vulnerabilities of a page, by their position. */
function readTotals(
  open: OpenFindings,
  { listed: { selection }, sums }: KeptList,
  { by }: SortOrder,
  numbers: readonly number[],
): VulnerabilityTotals {
  if (SUMMED.has(by)) return pickTotals(sums.ofAll.sum(open, selection, null), numbers);
  return sums.ofPage.sum(open, selection, numbers);
}

/** Returns a value that is kept, or else computes it. Keeps the last ones used. */
function recall<T>(values: Map<string, T>, key: string, compute: () => T): T {
  const value = values.get(key) ?? compute();
  values.delete(key); // the last one used is the last one in the map
  values.set(key, value);
  const [oldest] = values.keys();
  if (values.size > MAX_KEPT && oldest !== undefined) values.delete(oldest);
  return value;
}

/** Whether a list depends on findings and ratings only: not on groups, acceptances or titles. */
const isOfFindings = (filter: FindingFilter): boolean =>
  filter.group_id === undefined && filter.accepted === undefined && filter.q === undefined;

/** Returns a page of findings. @param now Unix seconds: acceptances count as of then */
export const readFindingList = (
  sqlite: Sqlite,
  { filter, page, sort }: FindingListQuery,
  now: number,
): FindingList => listFindings(sqlite, filter, page, now, sort);
