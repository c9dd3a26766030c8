import type { Selectable } from 'kysely';
import type { Sqlite } from '../../database/sqlite.js';
import { prepareHostServices, prepareHostState } from '../findings/match-host.statements.js';
import type { FactTable, HostFindingTable, VulnerabilityTable } from '../vulnerabilities.table.js';

export interface FindingPackageRow {
  name: string;
  version: string | null;
  architecture: string | null;
}

/** The part of a fact by which findings are compared. */
export type ComparedFact = Pick<
  FactTable,
  | 'origin'
  | 'vulnerability_id'
  | 'package'
  | 'architecture'
  | 'port'
  | 'transport'
  | 'installed_version'
  | 'feed'
> & {
  /** the source of its package, if that has another name */
  source: string | null;
  /** the ecosystem; null: a check */
  scope: string | null;
};

/** Pages of all packages of the fleet as JSON: reading many rows as one value takes a quarter of the time. */
export const preparePackagePage = (sqlite: Sqlite, pageSize: number) =>
  sqlite
    .prepare<[after: number], string>(
      `SELECT json_group_array(json_array(id, format, name, version, architecture, source, source_version, module, vendor))
    FROM (SELECT * FROM packages WHERE id > ? ORDER BY id LIMIT ${pageSize})`,
    )
    .pluck();

/** Packages with facts about these vulnerabilities (JSON array). */
export const prepareFindingPackages = (sqlite: Sqlite) =>
  sqlite.prepare<[vulnerabilities: string], FindingPackageRow>(
    `SELECT DISTINCT package AS name, installed_version AS version, architecture FROM facts
    WHERE origin = 'package' AND vulnerability_id IN (SELECT value FROM json_each(?))`,
  );

/** Hosts that have one of these packages (JSON array of ids). */
export const prepareHostsWithPackages = (sqlite: Sqlite) =>
  sqlite
    .prepare<[ids: string], number>(
      'SELECT DISTINCT host_id FROM host_packages WHERE package_id IN (SELECT value FROM json_each(?))',
    )
    .pluck();

/** The state and the findings of one host. */
export const prepareHostStatements = (sqlite: Sqlite) => ({
  state: prepareHostState(sqlite),
  services: prepareHostServices(sqlite),
  /** JSON array: one row for each would take several times as long */
  factIds: sqlite
    .prepare<[host: number], string>(
      'SELECT json_group_array(fact_id) FROM (SELECT fact_id FROM host_findings WHERE host_id = ? ORDER BY fact_id)',
    )
    .pluck(),
  firstSeen: sqlite.prepare<[host: number], Pick<HostFindingTable, 'fact_id' | 'first_seen'>>(
    'SELECT fact_id, first_seen FROM host_findings WHERE host_id = ? ORDER BY fact_id',
  ),
  fact: sqlite.prepare<[id: number], ComparedFact>(
    "SELECT origin, vulnerability_id, package, architecture, port, transport, installed_version, feed, basis ->> 'source' AS source, basis ->> 'scope' AS scope FROM facts WHERE id = ?",
  ),
});

const SUMMARY_COLUMNS = 'id, title, aliases, cvss_score, cvss_vector, exploitation, epss, kev';
// Checks describe themselves: no publisher has data about them.
const IS_PUBLISHED =
  "EXISTS (SELECT 1 FROM facts WHERE vulnerability_id = v.id AND origin <> 'check')";

type SummaryRow = Selectable<VulnerabilityTable>;

/** Stored vulnerabilities of publishers: all, or only these (JSON array). */
export const prepareStoredSummaries = (sqlite: Sqlite) => ({
  all: sqlite.prepare<[], SummaryRow>(
    `SELECT ${SUMMARY_COLUMNS} FROM vulnerabilities v WHERE ${IS_PUBLISHED}`,
  ),
  byId: sqlite.prepare<[ids: string], SummaryRow>(
    `SELECT ${SUMMARY_COLUMNS} FROM vulnerabilities v WHERE id IN (SELECT value FROM json_each(?)) AND ${IS_PUBLISHED}`,
  ),
});

/** The newest generation, and the RULES_VERSION of this program. */
interface CurrentMatching {
  generation: number;
  rules: number;
}

interface StaleHostRow {
  id: number;
  generation: number | null;
  rules: number | null;
  state: Buffer | null;
  has_services: 0 | 1;
}

// Hosts with another generation or other rules than the given ones, or without a usable match, that have packages or
// services.
const STALE_HOSTS = `FROM hosts h LEFT JOIN host_match_states j ON j.host_id = h.id WHERE (j.generation IS NULL OR j.generation <> @generation OR j.rules <> @rules OR j.state = x'')
  AND (j.generation IS NOT NULL OR EXISTS (SELECT 1 FROM inventories WHERE host_id = h.id) OR EXISTS (SELECT 1 FROM services WHERE host_id = h.id))`;

export const prepareStaleHosts = (sqlite: Sqlite) =>
  sqlite.prepare<[CurrentMatching], StaleHostRow>(
    `SELECT h.id, j.generation, j.rules, j.state,
    EXISTS (SELECT 1 FROM services WHERE host_id = h.id AND version IS NOT NULL) AS has_services ${STALE_HOSTS} ORDER BY h.id`,
  );

export const prepareStaleHostCount = (sqlite: Sqlite) =>
  sqlite.prepare<[CurrentMatching], number>(`SELECT count(*) ${STALE_HOSTS}`).pluck();

interface Generations {
  from: number;
  to: number;
}

/** Rows that were added or closed after `from`, up to `to`. */
const HAS_CHANGED = '((since > @from AND since <= @to) OR ("until" > @from AND "until" <= @to))';

/** Changes of knowledge.db between two generations. */
export const prepareKnowledgeChanges = (knowledge: Sqlite) => ({
  /** keys: see affectedPackageKey */
  affectedPackages: knowledge
    .prepare<[Generations], string>(
      `SELECT DISTINCT kind || char(0) || name FROM affected_packages WHERE id IN (SELECT affected_package_id FROM ranges WHERE ${HAS_CHANGED})`,
    )
    .pluck(),
  vulnerabilities: knowledge
    .prepare<[Generations], string>(
      `SELECT DISTINCT v.value FROM advisories a, json_each(a.vulnerabilities) v WHERE ${HAS_CHANGED}`,
    )
    .pluck(),
});

export const prepareExploitationChange = (knowledge: Sqlite) =>
  knowledge
    .prepare<[from: number, to: number], 1>(
      "SELECT 1 FROM generations WHERE feed IN ('epss', 'kev') AND number > ? AND number <= ?",
    )
    .pluck();
