import type { Sqlite } from '../../database/sqlite.js';
import { memoizeWeak } from '../../lib/memoize.js';
import type { HostOutcome } from '../../tasks/task-type.js';

/** A task that has ended on the host. `facts_id`: of its result; null: it has none. */
export interface TimelineTask {
  task_id: number;
  template_id: number;
  template: string | null;
  task_type: string;
  outcome: HostOutcome;
  reason: string | null;
  finished_at: number;
  kind: 'packages' | 'ports' | null;
  facts_id: number | null;
  /** JSON of HostIdentifier[]; null: none */
  identifiers: string | null;
}

interface StoredFact {
  place: string;
  port: number | null;
  transport: string | null;
  severity: string;
}

const TASKS = `SELECT h.task_id, t.templates_id AS template_id, p.name AS template, t.task_type, h.outcome, h.reason,
  h.finished_at, r.kind, r.facts_id, r.identifiers FROM task_hosts h JOIN tasks t ON t.id = h.task_id
  LEFT JOIN templates p ON p.id = t.templates_id
  LEFT JOIN task_results r ON r.task_id = h.task_id AND r.host_id = h.host_id
  WHERE h.host_id = @host`;

/** The statements of timelines. Parameters: `host`, `from`, `to` (Unix seconds, `to` excluded), `limit`. */
export const prepareTimelineStatements = memoizeWeak((sqlite: Sqlite) => ({
  tasks: sqlite.prepare<[object], TimelineTask>(
    `${TASKS} AND h.finished_at >= @from AND h.finished_at < @to ORDER BY h.finished_at DESC, h.task_id DESC LIMIT @limit`,
  ),
  packages: sqlite.prepare<
    [object],
    { time: number; installed: number; removed: number; upgraded: number; downgraded: number }
  >(
    `SELECT min(detected_at) AS time, sum(change = 'installed') AS installed, sum(change = 'removed') AS removed,
       sum(change = 'upgraded') AS upgraded, sum(change = 'downgraded') AS downgraded
     FROM package_changes WHERE host_id = @host AND detected_at >= @from AND detected_at < @to
     GROUP BY report_id ORDER BY report_id DESC LIMIT @limit`,
  ),
  operations: sqlite.prepare<
    [object],
    {
      time: number;
      operation_id: number;
      action: string;
      status: string;
      error_code: string | null;
    }
  >(
    `SELECT finished_at AS time, id AS operation_id, action, status, error ->> 'code' AS error_code FROM agent_operations
     WHERE host_id = @host AND dry_run = 0 AND finished_at >= @from AND finished_at < @to ORDER BY id DESC LIMIT @limit`,
  ),
  /** acceptances of the host itself and of its groups, and those of all hosts about its findings */
  acceptances: sqlite.prepare<
    [object],
    { time: number; acceptance_id: number; vulnerability_id: string; change: 'began' | 'ended' }
  >(
    `WITH own AS (SELECT * FROM acceptances a WHERE a.host_id = @host
       OR (a.host_id IS NULL AND a.group_id IN (SELECT group_id FROM group_hosts WHERE host_id = @host))
       OR (a.host_id IS NULL AND a.group_id IS NULL AND EXISTS (SELECT 1 FROM host_findings f JOIN facts k ON k.id = f.fact_id
            WHERE f.host_id = @host AND k.vulnerability_id = a.vulnerability_id))),
     changes AS (SELECT created_at AS time, id AS acceptance_id, vulnerability_id, 'began' AS change FROM own
       UNION ALL SELECT min(coalesce(ended_at, "until"), coalesce("until", ended_at)), id, vulnerability_id, 'ended' FROM own
         WHERE coalesce(ended_at, "until") IS NOT NULL)
     SELECT * FROM changes WHERE time >= @from AND time < @to AND (change = 'began' OR time <= @now)
     ORDER BY time DESC, acceptance_id DESC LIMIT @limit`,
  ),
  openSince: sqlite.prepare<
    [object],
    { day: number; findings: number; critical: number; high: number }
  >(
    `SELECT f.first_seen / 86400 * 86400 AS day, count(*) AS findings, sum(k.severity = 'critical') AS critical,
       sum(k.severity = 'high') AS high FROM host_findings f JOIN facts k ON k.id = f.fact_id
     WHERE f.host_id = @host AND f.first_seen >= @from AND f.first_seen < @to
       AND NOT k.unimportant GROUP BY day ORDER BY day`,
  ),
}));

/** The statements of the results of tasks on a host. */
export const prepareHostResultStatements = memoizeWeak((sqlite: Sqlite) => ({
  /** the last task of a template before a time that has a result of the host */
  previous: sqlite.prepare<[object], TimelineTask>(
    `${TASKS} AND t.templates_id = @template AND h.task_id < @task AND r.facts_id IS NOT NULL ORDER BY h.task_id DESC LIMIT 1`,
  ),
  scan: sqlite.prepare<
    [number, number],
    { scanned_ports: string; silent_ports: string; services: string }
  >(
    'SELECT scanned_ports, silent_ports, services FROM task_scans WHERE task_id = ? AND host_id = ?',
  ),
  idSet: sqlite.prepare<[number], Buffer>('SELECT numbers FROM number_sets WHERE id = ?').pluck(),
  facts: sqlite.prepare<[string], StoredFact>(
    `SELECT severity, port, transport, concat_ws('|', vulnerability_id, package, architecture, port, transport) AS place
     FROM facts WHERE id IN (SELECT value FROM json_each(?)) AND NOT unimportant`,
  ),
}));
