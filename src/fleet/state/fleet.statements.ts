import type { Selectable } from 'kysely';
import type { Sqlite } from '../../database/sqlite.js';
import type { FactTable, VulnerabilityTable } from '../../vulnerabilities/vulnerabilities.table.js';

/** A fact with what its risk depends on. `epss`: the score. */
export type PlannedFactRow = Pick<
  Selectable<FactTable>,
  | 'id'
  | 'origin'
  | 'package'
  | 'port'
  | 'transport'
  | 'installed_version'
  | 'fixed_version'
  | 'severity'
  | 'advisory'
  | 'basis'
> &
  Pick<VulnerabilityTable, 'cvss_score' | 'kev'> & { epss: number | null };

const FACTS = `SELECT k.id, k.origin, k.package, k.port, k.transport, k.installed_version, k.fixed_version, k.severity, k.advisory, k.basis,
  v.cvss_score, v.kev, json_extract(v.epss, '$.score') AS epss FROM facts k JOIN vulnerabilities v ON v.id = k.vulnerability_id
  WHERE k.id IN (SELECT value FROM json_each(?))`;

/** The findings of a host. `facts`: ids, separated by commas. */
interface HostFindingsRow {
  host_id: number;
  facts: string;
}

/** The reads that build and update the state of the fleet. Lists are JSON arrays. */
export const prepareFleetStatements = (sqlite: Sqlite) => ({
  facts: sqlite.prepare<[ids: string], PlannedFactRow>(FACTS),
  factIdsOf: sqlite
    .prepare<[vulnerabilities: string], number>(
      'SELECT id FROM facts WHERE vulnerability_id IN (SELECT value FROM json_each(?))',
    )
    .pluck(),
  /** one text for each host: a row for each finding takes several times as long */
  allFindings: sqlite.prepare<[], HostFindingsRow>(
    'SELECT host_id, group_concat(fact_id) AS facts FROM host_findings GROUP BY host_id',
  ),
  findingsOf: sqlite.prepare<[hosts: string], HostFindingsRow>(
    'SELECT host_id, group_concat(fact_id) AS facts FROM host_findings WHERE host_id IN (SELECT value FROM json_each(?)) GROUP BY host_id',
  ),
  /** changes when a host is deleted: ids are never reused */
  deletedHosts: sqlite
    .prepare<[], number>(
      "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'hosts'), 0) - (SELECT coalesce(sum(hosts), 0) FROM host_blocks)",
    )
    .pluck(),
  /** changes when hosts are created or deleted, answer for the first time, or are matched with other data */
  coverageSignature: sqlite
    .prepare<[], string>(
      `SELECT (SELECT coalesce(sum(hosts), 0) FROM host_blocks) || ' ' || coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'hosts'), 0)
      || ' ' || (SELECT count(*) || ' ' || coalesce(max(generation), 0) || ' ' || total(generation) FROM host_match_states)
      || ' ' || (SELECT count(*) FROM hosts WHERE unanswered = 1)`,
    )
    .pluck(),
  hostIds: sqlite.prepare<[], number>('SELECT id FROM hosts').pluck(),
  /** changes with every acceptance that begins or ends by a request, and with the members of groups */
  acceptanceSignature: sqlite
    .prepare<[], string>(
      `SELECT (SELECT count(*) || ' ' || coalesce(max(id), 0) || ' ' || coalesce(max(max(began_change, coalesce(ended_change, 0))), 0) FROM acceptances)
      || ' ' || (SELECT count(*) || ' ' || total(group_id * host_id) || ' ' || total(group_id % 997 * (host_id % 991)) FROM group_hosts)`,
    )
    .pluck(),
  /** when the next acceptance expires */
  nextExpiry: sqlite
    .prepare<[now: number], number | null>(
      'SELECT min("until") FROM acceptances WHERE ended_at IS NULL AND "until" > ?',
    )
    .pluck(),
});

/** A read that begins the snapshot of a transaction. */
export const prepareSnapshotStart = (sqlite: Sqlite) =>
  sqlite.prepare<[], number>('SELECT count(*) FROM host_blocks').pluck();
