import type { Sqlite } from '../../database/sqlite.js';
import { offsetOf, type Page } from '../../http/common.js';
import type { SortOrder } from '../findings/findings.repository.js';
import { createFactOrders } from './fact-orders.js';
import { findingKey, type FirstValues } from './finding-keys.js';
import { selectHostsByName } from './lists.repository.js';
import type { OpenFindings } from './table/open-findings.js';
import { columnKey, pickRanks, placesIn, type RankKey } from './ranks.js';
import { selectRows } from './select/selected-findings.js';
import { selectFindings, type OpenFindingFilter } from './select/selection.js';

/** Selects a page of findings of now. */
interface OpenListQuery {
  filter: OpenFindingFilter;
  page: Page;
  sort: SortOrder;
}

/** A finding of a host, with ids. Times: Unix seconds. */
export interface KnownFinding {
  host_id: number;
  fact_id: number;
  first_seen: number;
  last_seen: number;
}

/** A page of findings of now, and the number of all that match. */
interface OpenList {
  findings: KnownFinding[];
  total: number;
}

/** Reads pages of findings of now. Inside a read transaction. @param now Unix seconds: acceptances count as of then */
export type ReadOpenList = (open: OpenFindings, query: OpenListQuery, now: number) => OpenList;

/** Creates the reader of one connection. Findings with equal values are by vulnerability, package, port and host. */
export function createOpenLists(sqlite: Sqlite): ReadOpenList {
  const { places, placesBy } = createFactOrders(sqlite);
  const keyInOrder = (open: OpenFindings, { by, isReversed }: SortOrder): RankKey => {
    const { hosts, firstSeen, lastSeen } = open.table.columns();
    const inOrder = (first: FirstValues): RankKey => findingKey(open, places(open), first);
    const latest = (column: Uint32Array): RankKey =>
      inOrder({ column, places: null, isReversed: !isReversed });
    if (by === 'first_seen') return latest(firstSeen);
    if (by === 'last_seen') return latest(lastSeen);
    if (by === 'host') return inOrder({ column: hosts, places: placesByName(sqlite), isReversed });
    return findingKey(open, placesBy(open, { by, isReversed }), null);
  };
  return (open, { filter, page, sort }, now) => {
    const rows = selectRows(open, selectFindings(sqlite, open.facts, filter, now));
    const from = offsetOf(page);
    const keys = [keyInOrder(open, sort), columnKey(open.table.columns().hosts)];
    const picked = pickRanks(rows, { keys, compare: () => 0 }, from, from + page.limit);
    return { findings: picked.map((row) => toKnown(open, row)), total: rows.length };
  };
}

/** Returns the places of hosts in the order of their names, by id. */
function placesByName(sqlite: Sqlite): Uint32Array {
  const ids = selectHostsByName(sqlite);
  return placesIn(ids, ids.reduce((highest, id) => Math.max(highest, id), 0) + 1);
}

function toKnown({ table, facts: { ids } }: OpenFindings, row: number): KnownFinding {
  const { hosts, facts, firstSeen, lastSeen } = table.columns();
  return {
    host_id: hosts[row] ?? 0,
    fact_id: ids[facts[row] ?? 0] ?? 0,
    first_seen: firstSeen[row] ?? 0,
    last_seen: lastSeen[row] ?? 0,
  };
}
