import { SEVERITIES } from '../../knowledge/records.js';
import type { Sqlite } from '../../database/sqlite.js';
import { decodeIdSet } from './id-set.js';
import { ACCEPTANCE } from './findings.query.js';
import {
  FACT_COLUMNS,
  toFinding,
  type FactRow,
  type FeedVersion,
  type Finding,
} from './findings.presenter.js';

interface Result {
  host_id: number;
  observed_at: number;
  generation: number;
  facts: Buffer;
}
interface Host {
  host_id: number;
  ip: string;
  name: string;
}

const RESULT =
  'SELECT r.host_id, r.observed_at, r.generation, s.numbers AS facts FROM task_results r JOIN number_sets s ON s.id = r.facts_id WHERE r.task_id = ? AND r.host_id = ?';
const FACTS = `SELECT k.id, ${FACT_COLUMNS} FROM facts k JOIN vulnerabilities v ON v.id = k.vulnerability_id WHERE k.id IN (SELECT value FROM json_each(?)) AND json_extract(k.basis, '$.unimportant') IS NULL`;

/**
 * What a task found on a host, the worst first: as it was judged then, with acceptances as they are now. Hosts of one answer share what they have in common.
 * @param now Unix seconds
 */
export function resultFindings(
  sqlite: Sqlite,
  taskId: number,
  now: number,
  feedVersion: FeedVersion,
): (host: Host) => Finding[] {
  const result = sqlite.prepare<[number, number], Result>(RESULT);
  const read = sqlite.prepare<[string], FactRow & { id: number }>(FACTS);
  const since = sqlite
    .prepare<[number], [number, number]>(
      'SELECT fact_id, first_seen FROM host_findings WHERE host_id = ?',
    )
    .raw();
  const accepted = sqlite
    .prepare<[{ host: number; fact: number; now: number }], string | null>(
      `SELECT ${ACCEPTANCE} FROM (SELECT @host AS host_id) f, facts k WHERE k.id = @fact`,
    )
    .pluck();
  const hasAcceptances = sqlite.prepare('SELECT 1 FROM acceptances LIMIT 1').get() !== undefined;
  const known = new Map<number, FactRow & { id: number }>();
  return ({ host_id, ip, name }) => {
    const found = result.get(taskId, host_id);
    if (!found) return [];
    const ids = decodeIdSet(found.facts);
    for (const row of read.all(JSON.stringify(ids.filter((id) => !known.has(id)))))
      known.set(row.id, row);
    const first = new Map(since.all(host_id));
    const rows = ids
      .map((id) => known.get(id))
      .filter((row) => row !== undefined)
      .sort(bySeverityThenId);
    return rows.map((row) =>
      toFinding(
        {
          ...row,
          host_id,
          ip,
          host_name: name,
          first_seen: Math.min(first.get(row.id) ?? found.observed_at, found.observed_at),
          last_seen: found.observed_at,
          generation: found.generation,
          accepted: hasAcceptances
            ? (accepted.get({ host: host_id, fact: row.id, now }) ?? null)
            : null,
        },
        feedVersion,
      ),
    );
  };
}

const bySeverityThenId = (a: FactRow & { id: number }, b: FactRow & { id: number }): number =>
  SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
  (a.vulnerability_id < b.vulnerability_id
    ? -1
    : a.vulnerability_id > b.vulnerability_id
      ? 1
      : a.id - b.id);
