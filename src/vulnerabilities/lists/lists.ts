import type { Sqlite } from '../../database/sqlite.js';
import { offsetOf, type Page } from '../../http/common.js';
import type { ListedFinding } from '../findings/findings.presenter.js';
import {
  BY_RISK,
  listFindings,
  type FindingFilter,
  type SortOrder,
} from '../findings/findings.repository.js';
import { createKeptLists, recall, type KeptList } from './kept-lists.js';
import type { FactTexts } from './fact-texts.js';
import { createListedFindingReader } from './finding-reader.js';
import type { FindingIndex } from '../open-findings/by-fact/finding-index.js';
import {
  findingsOfVulnerability,
  type FindingRange,
} from '../open-findings/findings-of-vulnerability.js';
import { orderVulnerabilities, SUMMED } from '../open-findings/listed-vulnerabilities.js';
import type { OpenFindings, OpenFindingsState } from '../open-findings/open-findings.js';
import { writeVulnerabilities } from '../open-findings/present-vulnerabilities.js';
import { pickRanks } from '../open-findings/ranks.js';
import { pickTotals, type VulnerabilityTotals } from '../open-findings/totals.js';
import {
  createFindingCollector,
  type VulnerabilityFindings,
} from '../open-findings/by-fact/vulnerability-findings.js';

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
  rows: ListedFinding[];
  total: number;
}

/** The sources that the lists of one connection share. */
export interface ListSources {
  openFindings: Pick<OpenFindingsState, 'read'>;
  factTexts: Pick<FactTexts, 'read'>;
  findingIndex: FindingIndex;
}

/** The vulnerabilities with open findings. Inside a read transaction. */
export interface VulnerabilityLists {
  /** Returns a page. @param now Unix seconds: acceptances count as of then */
  list: (query: FindingListQuery, now: number) => ListText;
  /** Returns a page of the findings of one vulnerability, including unimportant ones. @param now as of `list` */
  findings: (query: VulnerabilityFindingsQuery, now: number) => KnownFindings;
}

/**
 * Creates the lists of one connection. They keep the last ones until something changes that they depend on: a further
 * page, or the same list in another order, is selected without reading all findings.
 */
export function createVulnerabilityLists(
  sqlite: Sqlite,
  { openFindings, ...sources }: ListSources,
): VulnerabilityLists {
  const select = createKeptLists(sqlite);
  const readKnownFindings = createKnownReader(sqlite, sources);
  return {
    list({ filter, page, sort = BY_RISK }, now) {
      const open = openFindings.read();
      const kept = select(open, filter, now);
      const { listed, texts } = kept;
      const read = (): string => {
        const numbers = readNumbers(open, kept, sort, page);
        const totals = readTotals(open, kept, sort, numbers);
        return writeVulnerabilities(sqlite, open, { listed, numbers, totals, texts });
      };
      const items = recall(kept.pages, JSON.stringify([sort, page]), read);
      return { items, total: listed.numbers.length };
    },
    findings: (query, now) => readKnownFindings(openFindings.read(), query, now),
  };
}

/** Creates the reader of the findings of one vulnerability. It keeps which findings are on the last pages. */
function createKnownReader(
  sqlite: Sqlite,
  { factTexts, findingIndex }: Omit<ListSources, 'openFindings'>,
) {
  const readFindings = createListedFindingReader(sqlite, factTexts);
  const collect = createFindingCollector(findingIndex);
  const ranges = new WeakMap<VulnerabilityFindings, Map<string, FindingRange>>();
  return (
    open: OpenFindings,
    { id, page, sort = BY_RISK }: VulnerabilityFindingsQuery,
    now: number,
  ): KnownFindings => {
    const from = offsetOf(page);
    const range = { id, sort, from, to: from + page.limit };
    const found = collect(open, open.facts.numberOfVulnerability(id) ?? -1);
    const pick = (): FindingRange => findingsOfVulnerability(sqlite, open, found, range);
    const known = ranges.get(found) ?? new Map<string, FindingRange>();
    ranges.set(found, known);
    const key = JSON.stringify([open.factVersion, range]);
    // Names of hosts change without a change of findings.
    const { keys, total } = sort.by === 'host' ? pick() : recall(known, key, pick);
    return { rows: readFindings(keys, now), total };
  };
}

/** Returns the numbers of the vulnerabilities of a page. */
function readNumbers(
  open: OpenFindings,
  { listed, orders, numbers, sums, version }: KeptList,
  sort: SortOrder,
  page: Page,
): readonly number[] {
  const versionOfOrder = SUMMED.has(sort.by) ? version : null;
  return recall(numbers, JSON.stringify([sort, versionOfOrder, page]), () => {
    const order = recall(orders, JSON.stringify([sort, versionOfOrder]), () =>
      orderVulnerabilities(open, listed, sort, sums.ofAll),
    );
    const from = offsetOf(page);
    return pickRanks(listed.numbers, order, from, from + page.limit);
  });
}

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

/** Returns a page of findings. @param now Unix seconds: acceptances count as of then */
export const readFindingList = (
  sqlite: Sqlite,
  { filter, page, sort }: FindingListQuery,
  now: number,
): FindingList => listFindings(sqlite, filter, page, now, sort);
