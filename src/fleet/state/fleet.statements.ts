import type { Selectable } from 'kysely';
import type { Sqlite } from '../../database/sqlite.js';
import type {
  FactTable,
  FindingChangeTable,
  VulnerabilityTable,
} from '../../vulnerabilities/vulnerabilities.table.js';

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
  Pick<VulnerabilityTable, 'cvss_score' | 'kev' | 'exploitation'> & { epss: number | null };

// Read as arrays, which takes half of the time of objects: a fleet has tens of thousands of facts.
const FACTS = `SELECT k.id, k.origin, k.package, k.port, k.transport, k.installed_version, k.fixed_version, k.severity, k.advisory, k.basis,
  v.cvss_score, v.kev, json_extract(v.epss, '$.score') AS epss, v.exploitation FROM facts k JOIN vulnerabilities v ON v.id = k.vulnerability_id
  WHERE k.id IN (SELECT value FROM json_each(?))`;

type FactValues = [
  id: PlannedFactRow['id'],
  origin: PlannedFactRow['origin'],
  package_: PlannedFactRow['package'],
  port: PlannedFactRow['port'],
  transport: PlannedFactRow['transport'],
  installed: PlannedFactRow['installed_version'],
  fixed: PlannedFactRow['fixed_version'],
  severity: PlannedFactRow['severity'],
  advisory: PlannedFactRow['advisory'],
  basis: PlannedFactRow['basis'],
  score: PlannedFactRow['cvss_score'],
  kev: PlannedFactRow['kev'],
  epss: PlannedFactRow['epss'],
  exploitation: PlannedFactRow['exploitation'],
];

/** Returns the fact of a row that the statement `facts` reads. */
export const toPlannedFact = (row: FactValues): PlannedFactRow => ({
  id: row[0],
  origin: row[1],
  package: row[2],
  port: row[3],
  transport: row[4],
  installed_version: row[5],
  fixed_version: row[6],
  severity: row[7],
  advisory: row[8],
  basis: row[9],
  cvss_score: row[10],
  kev: row[11],
  epss: row[12],
  exploitation: row[13],
});

/** The findings of a host. `facts`: ids, separated by commas. */
interface HostFindingsRow {
  host_id: number;
  facts: string;
}

/** The reads that build and update the state of the fleet. Lists are JSON arrays. */
export const prepareFleetStatements = (sqlite: Sqlite) => ({
  facts: sqlite.prepare<[ids: string], FactValues>(FACTS).raw(),
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
  /** the changes after one, lowest number first */
  changesAfter: sqlite.prepare<[number: number], Selectable<FindingChangeTable>>(
    'SELECT number, host_id, vulnerability_id FROM finding_changes WHERE number > ? ORDER BY number',
  ),
  hostsWithVulnerabilities: sqlite
    .prepare<[vulnerabilities: string], number>(
      'SELECT DISTINCT f.host_id FROM facts k JOIN host_findings f ON f.fact_id = k.id WHERE k.vulnerability_id IN (SELECT value FROM json_each(?))',
    )
    .pluck(),
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
  /** when the next acceptance expires */
  nextExpiry: sqlite
    .prepare<[now: number], number | null>(
      'SELECT min("until") FROM acceptances WHERE ended_at IS NULL AND "until" > ?',
    )
    .pluck(),
});
