import type { Sqlite } from '../../database/sqlite.js';
import { createListedFindingReader } from '../lists/finding-reader.js';
import type { ListSources } from '../lists/lists.js';
import { createChangeLists } from './change-list.js';
import { isOfChanges, withoutState, type FlatQuery, type FlatRow } from './flat-findings.js';

/** A page of findings of all hosts, and the number of all that match. */
export interface FlatList {
  rows: FlatRow[];
  total: number;
}

/** Reads pages of findings of all hosts. @param now Unix seconds: acceptances count as of then */
type ReadFlatList = (query: FlatQuery, now: number) => FlatList;

/** Creates the reader of one connection: findings of now are read from memory, changes from the ledger. */
export function createFlatLists(
  sqlite: Sqlite,
  { openFindings, factTexts, readOpen }: ListSources,
): ReadFlatList {
  const readChanges = createChangeLists(sqlite, factTexts);
  const readFindings = createListedFindingReader(sqlite, factTexts);
  return (query, now) => {
    const filter = withoutState(query.filter);
    if (isOfChanges(filter)) return readChanges({ ...query, filter }, now);
    const { findings, total } = readOpen(openFindings.read(), { ...query, filter }, now);
    return { rows: readFindings(findings, now), total };
  };
}
