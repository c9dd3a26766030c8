import type { Sqlite } from '../../database/sqlite.js';
import { offsetOf } from '../../http/common.js';
import type { FactTexts } from '../lists/fact-texts.js';
import {
  orderFindings,
  type ChangeFilter,
  type FindingColumns,
  type FindingKey,
  type FlatQuery,
  type FlatRow,
} from './flat-findings.js';
import { isOrderOfFacts, presentChanges, rankFacts, valueChanges } from './flat.repository.js';
import { selectHostsByName } from '../lists/lists.repository.js';
import { prepareFlatVersions } from './flat.statements.js';

/** A page of changes, and the number of all that match. */
interface ChangeList {
  rows: FlatRow[];
  total: number;
}

/** Selects a page of changes. */
interface ChangeQuery extends FlatQuery {
  filter: ChangeFilter;
}

/** Reads pages of changes. @param now Unix seconds: acceptances count as of then */
type ReadChangeList = (query: ChangeQuery, now: number) => ChangeList;

/** The findings that match, in their order. */
interface Ranking {
  total: number;
  keys: (offset: number, limit: number) => FindingKey[];
}

const MAX_RANKINGS = 8;
const MAX_KEYS = 4_000_000; // 32 MB

/**
 * Creates the reader of one connection. It keeps the last rankings until something changes that they depend on: a
 * further page is read without ranking all changes again.
 */
export function createChangeLists(
  sqlite: Sqlite,
  factTexts: Pick<FactTexts, 'read'>,
): ReadChangeList {
  const versionOf = createVersions(sqlite);
  const rankings = createRankingCache();
  return ({ page, ...query }, now) => {
    const { version, validUntil } = versionOf(query, now);
    const ranking = rankings.get(JSON.stringify(query), { version, now }, () => ({
      ...keep(orderAll(sqlite, query, now)),
      version,
      validUntil,
    }));
    const keys = ranking.keys(offsetOf(page), page.limit);
    const changes = presentChanges(sqlite, keys, now);
    const facts = factTexts.read(changes);
    const rows = changes.flatMap((change) => {
      const fact = facts.get(change.fact_id);
      return fact === undefined ? [] : [{ ...change, fact }];
    });
    return { rows, total: ranking.total };
  };
}

type Ranked = Omit<ChangeQuery, 'page'>;

/** Returns all changes in their order. */
function orderAll(sqlite: Sqlite, { filter, sort }: Ranked, now: number): FindingColumns {
  const factPlaces = toPlaces(rankFacts(sqlite, filter, sort));
  const hostPlaces = sort.by === 'host' ? toPlaces(selectHostsByName(sqlite)) : null;
  const rows = valueChanges(sqlite, filter, sort, now);
  return orderFindings(rows, {
    factPlaces,
    placeOf: placesOf(hostPlaces, isOrderOfFacts(sort)),
    isDescending: (sort.by === 'host') === sort.isReversed,
  });
}

/** Returns the place of a value: of a host by name (one that was deleted is last), of a time, or always 0. */
function placesOf(
  hostPlaces: ReadonlyMap<number, number> | null,
  isOfFacts: boolean,
): (value: number) => number {
  if (isOfFacts) return () => 0;
  return hostPlaces === null
    ? (value) => value
    : (value) => hostPlaces.get(value) ?? hostPlaces.size;
}

const toPlaces = (ids: readonly number[]): Map<number, number> =>
  new Map(ids.map((id, place) => [id, place]));

/** Keeps findings as numbers in two columns. */
function keep({ owners, facts }: FindingColumns): Ranking & { size: number } {
  const keyAt = (at: number): FindingKey => [owners[at] ?? 0, facts[at] ?? 0];
  return {
    total: owners.length,
    size: owners.length,
    keys: (offset, limit) =>
      Array.from({ length: Math.max(0, Math.min(limit, owners.length - offset)) }, (_, i) =>
        keyAt(offset + i),
      ),
  };
}

/** Returns what a ranking depends on, and until when it is true without a change (Unix seconds; null: always). */
function createVersions(sqlite: Sqlite) {
  const versions = prepareFlatVersions(sqlite);
  return ({ filter, sort }: Ranked, now: number) => {
    const isOfAll =
      filter.group_id !== undefined ||
      filter.q !== undefined ||
      sort.by === 'last_seen' ||
      sort.by === 'host';
    const ofNow = isOfAll ? versions.ofAll() : versions.ofFindings();
    return {
      version: `${ofNow} ${versions.ofChanges.get()}`,
      validUntil: filter.accepted === undefined ? null : (versions.nextExpiry.get(now) ?? null),
    };
  };
}

interface KeptRanking extends Ranking {
  size: number;
  version: string;
  validUntil: number | null;
}

/** Keeps the rankings that were used last, at most MAX_RANKINGS and MAX_KEYS of them together. */
function createRankingCache() {
  const rankings = new Map<string, KeptRanking>();
  const isLarge = (): boolean =>
    rankings.size > MAX_RANKINGS ||
    [...rankings.values()].reduce((sum, { size }) => sum + size, 0) > MAX_KEYS;
  return {
    get(
      key: string,
      { version, now }: { version: string; now: number },
      compute: () => KeptRanking,
    ): KeptRanking {
      const known = rankings.get(key);
      rankings.delete(key); // the last one used is the last one in the map
      const isTrue =
        known?.version === version && (known.validUntil === null || known.validUntil > now);
      const ranking = isTrue ? known : compute();
      rankings.set(key, ranking);
      for (const oldest of rankings.keys()) {
        if (rankings.size <= 1 || !isLarge()) break;
        rankings.delete(oldest);
      }
      return ranking;
    },
  };
}
