import type { Sqlite } from '../../database/sqlite.js';
import { offsetOf, type Page } from '../../http/common.js';
import type { ListedFinding } from '../findings/findings.presenter.js';
import { BY_RISK, type FindingFilter, type SortOrder } from '../findings/findings.repository.js';
import type { FactTexts } from './fact-texts.js';
import { createListedFindingReader } from './finding-reader.js';
import { listVulnerabilities, orderVulnerabilities } from './listed-vulnerabilities.js';
import type { OpenFindingsState } from './table/open-findings.js';
import type { ReadOpenList } from './open-list.js';
import { presentVulnerabilities } from './present-vulnerabilities.js';
import { pickRanks } from './ranks.js';
import { countByFact, selectRows } from './select/selected-findings.js';
import { selectFindings } from './select/selection.js';
import { sumByVulnerability } from './totals.js';

/** Selects a page of vulnerabilities; by risk without `sort`. */
export interface VulnerabilityListQuery {
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

/** A page of findings with their facts, and the number of all. */
export interface KnownFindings {
  rows: ListedFinding[];
  total: number;
}

/** The sources that the lists of one connection share. */
export interface ListSources {
  openFindings: Pick<OpenFindingsState, 'read'>;
  factTexts: Pick<FactTexts, 'read'>;
  readOpen: ReadOpenList;
}

/** The vulnerabilities with open findings. Inside a read transaction. */
export interface VulnerabilityLists {
  /** Returns a page. @param now Unix seconds: acceptances count as of then */
  list: (query: VulnerabilityListQuery, now: number) => ListText;
  /** Returns a page of the findings of one vulnerability, including unimportant ones. @param now as of `list` */
  findings: (query: VulnerabilityFindingsQuery, now: number) => KnownFindings;
}

/** Creates the lists of one connection. A page reads all findings: they are in memory. */
export function createVulnerabilityLists(
  sqlite: Sqlite,
  { openFindings, factTexts, readOpen }: ListSources,
): VulnerabilityLists {
  const readFindings = createListedFindingReader(sqlite, factTexts);
  return {
    list({ filter, page, sort = BY_RISK }, now) {
      const open = openFindings.read();
      const selection = selectFindings(sqlite, open.facts, filter, now);
      const rows = selectRows(open, selection);
      const listed = listVulnerabilities(open, countByFact(open, rows));
      const sum = (numbers: ArrayLike<number>) => sumByVulnerability(open, rows, numbers);
      const order = orderVulnerabilities(open, listed, sort, () =>
        sum(Int32Array.from(open.facts.vulnerabilities.keys())),
      );
      const from = offsetOf(page);
      const numbers = pickRanks(listed.numbers, order, from, from + page.limit);
      const items = presentVulnerabilities(sqlite, open, { listed, numbers, totals: sum(numbers) });
      return { items: JSON.stringify(items), total: listed.numbers.length };
    },
    findings({ id, page, sort = BY_RISK }, now) {
      const filter = { vulnerability_id: id, unimportant: true };
      const { findings, total } = readOpen(openFindings.read(), { filter, page, sort }, now);
      return { rows: readFindings(findings, now), total };
    },
  };
}
