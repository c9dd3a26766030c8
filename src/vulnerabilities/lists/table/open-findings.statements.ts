import type { Sqlite } from '../../../database/sqlite.js';
import type { Rating } from '../../risk/risk.js';
import type { ListedFactRow } from './fact-table.js';

const RATING = `v.cvss_score, json_extract(v.epss, '$.score') AS epss,
  CASE WHEN v.kev IS NULL THEN 0 WHEN json_extract(v.kev, '$.ransomware') THEN 2 ELSE 1 END AS kev, v.exploitation`;

/** The reads that keep the open findings in memory. Lists are JSON arrays. */
export const prepareOpenFindingStatements = (sqlite: Sqlite) => ({
  facts: sqlite.prepare<[ids: string], ListedFactRow>(
    `SELECT k.id, k.vulnerability_id, k.origin, k.package, k.transport || '/' || k.port AS location, k.severity, k.fixed_version IS NOT NULL AS is_fixable,
    k.unimportant AS is_hidden,
    json_extract(k.basis, '$.runs_old_code') AS runs_old_code, ${RATING}
    FROM facts k JOIN vulnerabilities v ON v.id = k.vulnerability_id WHERE k.id IN (SELECT value FROM json_each(?))`,
  ),
  ratings: sqlite.prepare<[ids: string], Rating & { id: string }>(
    `SELECT v.id, ${RATING} FROM vulnerabilities v WHERE v.id IN (SELECT value FROM json_each(?))`,
  ),
  /** one text for each host, as OpenFindings has its numbers: a row for each finding takes twice as long */
  findings: sqlite
    .prepare<[hosts: string], [host: number, numbers: string]>(
      `SELECT host_id, '[' || group_concat(fact_id) || ',' || group_concat(first_seen) || ',' || group_concat(last_seen) || ']'
      FROM host_findings WHERE host_id IN (SELECT value FROM json_each(?)) GROUP BY host_id`,
    )
    .raw(),
  packagesReadAt: sqlite
    .prepare<[hosts: string], [host: number, readAt: number]>(
      'SELECT host_id, read_at FROM host_match_states WHERE host_id IN (SELECT value FROM json_each(?))',
    )
    .raw(),
  servicesSeenAt: sqlite
    .prepare<[host: number], [location: string, lastSeen: number]>(
      "SELECT transport || '/' || port, last_seen FROM services WHERE host_id = ?",
    )
    .raw(),
  hostIds: sqlite.prepare<[], number>('SELECT id FROM hosts ORDER BY id').pluck(),
  /** changes when a host is created or deleted */
  hosts: sqlite
    .prepare<[], string>(
      "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'hosts'), 0) || ' ' || (SELECT coalesce(sum(hosts), 0) FROM host_blocks)",
    )
    .pluck(),
});

/** Reads the ids of the vulnerabilities whose id or title is like a pattern; ASCII letters match in both cases. */
export const prepareVulnerabilitiesLike = (sqlite: Sqlite) =>
  sqlite
    .prepare<[{ pattern: string }], string>(
      "SELECT id FROM vulnerabilities WHERE id LIKE @pattern ESCAPE '\\' OR title LIKE @pattern ESCAPE '\\'",
    )
    .pluck();
