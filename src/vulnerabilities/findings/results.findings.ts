import type { Sqlite } from '../../database/sqlite.js';
import { SEVERITIES } from '../../knowledge/records.js';
import { compareText } from '../../versions/order.js';
import { toFinding, type FeedVersion, type Finding } from './findings.presenter.js';
import { decodeIdSet } from './id-set.js';
import {
  findResult,
  hasAcceptances,
  readAcceptances,
  readFactRows,
  readFirstSeen,
  type StoredFactRow,
} from './results.repository.js';

interface Host {
  host_id: number;
  ip: string;
  name: string;
}

/**
 * Returns a reader of the findings of a task on each host, most severe first: as matched by the task, with today's
 * acceptances. Facts that hosts have in common are read once.
 * @param now Unix seconds
 */
export function resultFindings(
  sqlite: Sqlite,
  taskId: number,
  now: number,
  feedVersion: FeedVersion,
): (host: Host) => Finding[] {
  const isAnyAccepted = hasAcceptances(sqlite);
  const facts = new Map<number, StoredFactRow>();
  return ({ host_id, ip, name }) => {
    const result = findResult(sqlite, taskId, host_id);
    if (!result) return [];
    const ids = decodeIdSet(result.facts);
    const missing = ids.filter((id) => !facts.has(id));
    for (const row of readFactRows(sqlite, missing)) facts.set(row.id, row);
    const firstSeen = readFirstSeen(sqlite, host_id);
    const accepted = isAnyAccepted ? readAcceptances(sqlite, host_id, ids, now) : undefined;
    const rows = ids
      .map((id) => facts.get(id))
      .filter((row) => row !== undefined)
      .sort(bySeverityThenId);
    return rows.map((row) =>
      toFinding(
        {
          ...row,
          host_id,
          ip,
          host_name: name,
          first_seen: Math.min(firstSeen.get(row.id) ?? result.observed_at, result.observed_at),
          last_seen: result.observed_at,
          generation: result.generation,
          accepted: accepted?.get(row.id) ?? null,
        },
        feedVersion,
      ),
    );
  };
}

const bySeverityThenId = (a: StoredFactRow, b: StoredFactRow): number =>
  SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
  compareText(a.vulnerability_id, b.vulnerability_id) ||
  a.id - b.id;
