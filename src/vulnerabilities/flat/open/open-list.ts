import type { Sqlite } from '../../../database/sqlite.js';
import { offsetOf } from '../../../http/common.js';
import type { SortOrder } from '../../findings/findings.repository.js';
import { recall } from '../../lists/kept-lists.js';
import type { KnownFinding } from '../../lists/finding-reader.js';
import { prepareListVersions } from '../../lists/lists.statements.js';
import { createAcceptedFacts } from '../../open-findings/accepted-facts.js';
import type { FindingIndex, PlacedFinding } from '../../open-findings/by-fact/finding-index.js';
import type { OpenFindings } from '../../open-findings/open-findings.js';
import { prepareAcceptanceState } from '../../open-findings/open-findings.statements.js';
import { selectFindings } from '../../open-findings/selection.js';
import { createFactOrders, type FactOrder } from './fact-orders.js';
import type { FlatFilter, FlatQuery } from '../flat-findings.js';
import { selectHostsByName } from '../flat.repository.js';
import {
  countByHost,
  rankByFact,
  rankByHost,
  type HostCounts,
  type FindingRanking,
} from './ranking.js';
import { periodOf, type FlatSelection } from './selected-findings.js';
import { orderBlocks, rankBlocks, type OrderedBlocks, type TimeOrder } from './time-order.js';

/** A page of findings of now, and the number of all that match. */
interface OpenList {
  findings: KnownFinding[];
  total: number;
}

/** Reads pages of findings of now. Inside a read transaction. @param now Unix seconds: acceptances count as of then */
type ReadOpenList = (open: OpenFindings, query: FlatQuery, now: number) => OpenList;

type Ranked = Omit<FlatQuery, 'page'>;

interface KeptRanking extends FindingRanking {
  version: string;
  /** of an order by time */
  times?: OrderedBlocks;
  /** of an order by host */
  counts?: HostCounts;
}

/**
 * Creates the reader of one connection. It keeps the last rankings until something changes that they depend on. Where
 * all findings of a fact, or of a host, are next to each other, only facts or hosts are ranked: they are a tenth of the
 * findings, or less. An order by time is one of blocks of hosts.
 */
export function createOpenLists(sqlite: Sqlite, index: FindingIndex): ReadOpenList {
  const versionOf = createVersions(sqlite);
  const rank = createRanker(sqlite, index);
  const rankings = new Map<string, KeptRanking>();
  return (open, { page, ...query }, now) => {
    const key = JSON.stringify(query);
    const version = versionOf(open, query, now);
    const known = rankings.get(key) ?? null;
    if (known?.version !== version) rankings.delete(key);
    const { total, pick } = recall(rankings, key, () => ({
      ...rank(open, query, { now, known }),
      version,
    }));
    const from = offsetOf(page);
    return { findings: pick(from, from + page.limit).map(toKnown(open)), total };
  };
}

/** Returns what a ranking depends on. */
function createVersions(sqlite: Sqlite) {
  const versions = prepareListVersions(sqlite);
  const acceptances = prepareAcceptanceState(sqlite);
  return ({ version }: OpenFindings, { filter, sort }: Ranked, now: number): string => {
    const isOfNames = filter.group_id !== undefined || filter.q !== undefined || sort.by === 'host';
    const ofNames = isOfNames ? versions.ofAll() : '';
    const ofAcceptances = filter.accepted === undefined ? '' : acceptances.get({ now });
    return `${version} ${ofNames} ${ofAcceptances}`;
  };
}

/** Creates the function that ranks the findings of a query. `known`: its ranking of an earlier state. */
function createRanker(sqlite: Sqlite, index: FindingIndex) {
  const { places, ordered } = createFactOrders(sqlite);
  const acceptedFacts = createAcceptedFacts(sqlite);
  const select = (open: OpenFindings, filter: FlatFilter, now: number): FlatSelection => ({
    ...selectFindings(sqlite, open.facts, filter, () => acceptedFacts(open.facts, now)),
    period: periodOf(filter),
  });
  return (
    open: OpenFindings,
    { filter, sort }: Ranked,
    { now, known }: { now: number; known: KeptRanking | null },
  ): Omit<KeptRanking, 'version'> => {
    const selection = select(open, filter, now);
    if (isOfTimes(sort)) {
      const question = { open, selection, order: sort, places: places(open) };
      const times = orderBlocks(known?.times ?? null, question);
      return { ...rankBlocks(times, question), times };
    }
    if (isOfFacts(sort))
      return rankByFact(open, selection, { ordered: ordered(open, sort), index });
    const hosts = selectHostsByName(sqlite);
    if (sort.isReversed) hosts.reverse();
    const counts = countByHost(known?.counts ?? null, open, selection);
    return { ...rankByHost({ open, selection, counts }, hosts, places(open)), counts };
  };
}

const isOfTimes = (sort: SortOrder): sort is TimeOrder =>
  sort.by === 'first_seen' || sort.by === 'last_seen';
const isOfFacts = (sort: SortOrder): sort is FactOrder => !isOfTimes(sort) && sort.by !== 'host';

/** Returns the function that gives a finding with ids. */
const toKnown =
  ({ facts: { ids } }: OpenFindings) =>
  ({ host, at, numbers }: PlacedFinding): KnownFinding => {
    const count = numbers.length / 3;
    return {
      host_id: host,
      fact_id: ids[numbers[at] ?? 0] ?? 0,
      first_seen: numbers[count + at] ?? 0,
      last_seen: numbers[2 * count + at] ?? 0,
    };
  };
