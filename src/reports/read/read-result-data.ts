import type { Knowledge } from '../../knowledge/open-knowledge.js';
import type { FeedName } from '../../knowledge/records.js';
import type { MatchablePackage } from '../../vulnerabilities/facts.js';
import { decodeIdSet } from '../../vulnerabilities/findings/id-set.js';
import type { AcceptanceTimeline } from './acceptance-timeline.js';
import type { ReportStatements } from './reports.statements.js';
import { factSet, type FactIndex, type FactSet, type ResultData } from './result-data.js';

const DATA = `SELECT 1 FROM places p JOIN ranges r ON r.place_id = p.id WHERE p.scope IN (SELECT value FROM json_each(?)) AND r.since <= ? AND r."until" > ? LIMIT 1`;

/** What results point to, read from the database when it is asked for, each once. */
export function createResultData(
  rows: ReportStatements,
  facts: FactIndex,
  accepted: AcceptanceTimeline,
  knowledge: Pick<Knowledge, 'feedVersion' | 'sqlite'>,
): ResultData {
  const concerned = facts.ofVulnerabilities(accepted.concerned);
  const packageOf = new Map<number, MatchablePackage>();
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
      factSet(decodeIdSet(rows.numbers(id)), facts, concerned),
    ),
    isEmpty: remembered(new Map<number, boolean>(), (id) => rows.numbers(id).length === 0),
    packages: remembered(new Map<number, readonly MatchablePackage[]>(), (id) => {
      const ids = decodeIdSet(rows.numbers(id));
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
