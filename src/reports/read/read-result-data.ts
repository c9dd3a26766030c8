import type { Knowledge } from '../../knowledge/open-knowledge.js';
import type { FeedName } from '../../knowledge/records.js';
import type { JudgedPackage } from '../../vulnerabilities/facts.js';
import { unpackNumbers } from '../../vulnerabilities/findings/id-set.js';
import type { Accepted } from './acceptance-timeline.js';
import type { ReportRows } from './reports.statements.js';
import { factSet, type Facts, type FactSet, type Stock } from './result-data.js';

const DATA = `SELECT 1 FROM places p JOIN ranges r ON r.place_id = p.id WHERE p.scope IN (SELECT value FROM json_each(?)) AND r.since <= ? AND r."until" > ? LIMIT 1`;

/** What results point to, read from the database when it is asked for, each once. */
export function createStock(
  rows: ReportRows,
  facts: Facts,
  accepted: Accepted,
  knowledge: Pick<Knowledge, 'feedVersion' | 'sqlite'>,
): Stock {
  const concerned = facts.ofVulnerabilities(accepted.concerned);
  const packageOf = new Map<number, JudgedPackage>();
  const load = (ids: readonly number[]): void => {
    const missing = ids.filter((id) => !packageOf.has(id));
    if (missing.length > 0)
      for (const { id, ...row } of rows.packages(missing)) packageOf.set(id, row);
  };
  const versions = new Map<string, string | null>();
  const data = knowledge.sqlite.prepare<[string, number, number], 1>(DATA).pluck();
  const known = new Map<string, boolean>();
  const emptied = knowledge.sqlite
    .prepare<[], number>('SELECT number FROM generations WHERE version IS NULL')
    .pluck()
    .all();
  return {
    facts,
    set: remembered(new Map<number, FactSet>(), (id) =>
      factSet(unpackNumbers(rows.numbers(id)), facts, concerned),
    ),
    isEmpty: remembered(new Map<number, boolean>(), (id) => rows.numbers(id).length === 0),
    packages: remembered(new Map<number, readonly JudgedPackage[]>(), (id) => {
      const ids = unpackNumbers(rows.numbers(id));
      load(ids);
      return ids.map((n) => packageOf.get(n)).filter((p) => p !== undefined);
    }),
    feedVersion(feed, generation) {
      const key = `${generation} ${feed}`;
      if (!versions.has(key))
        versions.set(key, knowledge.feedVersion(feed as FeedName, generation));
      return versions.get(key) ?? null;
    },
    wasEmptied: (from, to) => emptied.some((generation) => generation > from && generation <= to),
    hasData(scopes, generation) {
      const key = `${generation} ${scopes}`;
      const has = known.get(key) ?? data.get(scopes, generation, generation) !== undefined;
      known.set(key, has);
      return has;
    },
  };
}

function remembered<T>(known: Map<number, T>, make: (id: number) => T): (id: number) => T {
  return (id) => {
    let value = known.get(id);
    if (value === undefined) known.set(id, (value = make(id)));
    return value;
  };
}
