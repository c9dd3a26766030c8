import type { Sqlite } from '../../database/sqlite.js';
import type { ProductMatch } from '../../vulnerabilities/acceptances/covers.js';
import type { AcceptanceMemberRow, AcceptanceRow } from './acceptance-timeline.js';
import type { PackageListState } from '../../vulnerabilities/coverage/coverage-state.js';
import type { CheckResult } from '../../pentest/checks/check.js';
import type { TaskHostResult, ReportService, ReportTask } from '../diff.js';
import { createSightingReader } from './sightings.statements.js';
import {
  toStoredFact,
  toVulnerabilityRow,
  type FactValues,
  type StoredFact,
  type VulnerabilityRow,
  type VulnerabilityValues,
} from './stored-rows.js';

const PAGE_SIZE = 500;

interface HostRow {
  host_id: number;
  ip: string;
  name: string;
  outcome: string | null;
  detail: string | null;
  unanswered: 0 | 1;
  kind: 'packages' | 'ports' | null;
  observed_at: number;
  generation: number;
  scopes: string;
  rules: number;
  system: string | null;
  package_list: PackageListState;
  /** JSON of OtherPackages */
  other_packages: string | null;
  state_id: number | null;
  facts_id: number;
  number: number;
  scanned_ports: string | null;
  silent_ports: string | null;
  lost_ports: string | null;
  services: string | null;
  checks: string | null;
}

const TASKS = `SELECT id, task_type, finished_at, started_at, status, acceptance_changes, coalesce(json_extract(params, '$.checks'), 'on') AS checks FROM tasks WHERE templates_id = ? AND id <= ? AND status <> 'working' ORDER BY id`;
const HOSTS = `SELECT h.host_id, h.ip, h.name, h.outcome, h.detail, h.unanswered, r.kind, r.observed_at, r.generation, r.scopes, r.rules, r.system, r.package_list, r.other_packages, r.state_id, r.facts_id, r.number, s.scanned_ports, s.silent_ports, s.lost_ports, s.services, s.checks
  FROM task_hosts h LEFT JOIN task_results r ON r.task_id = h.task_id AND r.host_id = h.host_id LEFT JOIN task_scans s ON r.kind = 'ports' AND s.task_id = h.task_id AND s.host_id = h.host_id
  WHERE h.task_id = ? AND h.host_id > ? ORDER BY h.host_id LIMIT ${PAGE_SIZE}`;
const FACTS = `SELECT id, origin, vulnerability_id, package, architecture, port, transport, installed_version, fixed_version, severity, confidence, advisory, advisory_url, feed, basis
  FROM facts WHERE id BETWEEN ? AND ? ORDER BY id`;
// Severity initial, hidden flag, then the identity of the finding.
const KEY = [
  'substr(severity, 1, 1)',
  'unimportant',
  'vulnerability_id',
  'char(31)',
  "coalesce(package, '')",
  'char(31)',
  "coalesce(architecture, '')",
  'char(31)',
  "coalesce(port, '')",
  "coalesce(transport, '')",
].join(' || ');

interface PackageRow {
  id: number;
  format: string;
  name: string;
  version: string;
  architecture: string | null;
  source: string | null;
  source_version: string | null;
  module: string | null;
}

/**
 * Prepares what reports read from hostwarden.db. A list of ids is one parameter of one statement, and
 * should have at most a few thousand items.
 */
export const createReportStatements = (sqlite: Sqlite) => ({
  ...createTaskStatements(sqlite),
  ...createFactStatements(sqlite),
  ...createContentStatements(sqlite),
  /** Returns the devices of a task. */
  sightings: createSightingReader(sqlite),
});
export type ReportStatements = ReturnType<typeof createReportStatements>;

function createTaskStatements(sqlite: Sqlite) {
  const template = sqlite.prepare<[number], { name: string; type: string }>(
    'SELECT name, type FROM templates WHERE id = ?',
  );
  const tasks = sqlite.prepare<
    [number, number],
    Omit<ReportTask, 'finished_at' | 'acceptance_changes' | 'are_checks_on' | 'collects'> & {
      finished_at: number | null;
      acceptance_changes: number | null;
      checks: string;
      task_type: string;
    }
  >(TASKS);
  const hosts = sqlite.prepare<[number, number], HostRow>(HOSTS);
  const host = sqlite.prepare<[number], unknown>('SELECT 1 FROM hosts WHERE id = ?');
  const factSetIds = sqlite
    .prepare<[number], number>('SELECT DISTINCT facts_id FROM task_results WHERE task_id = ?')
    .pluck();
  return {
    /** Returns null if the template was deleted. */
    template: (id: number): { name: string; type: string } | null => template.get(id) ?? null,
    /** Returns the finished tasks of a template up to a task, oldest first. */
    tasks: (templateId: number, upTo: number): ReportTask[] =>
      tasks.all(templateId, upTo).map(({ checks, task_type, ...t }) => ({
        ...t,
        collects: task_type === 'pentest' ? 'services' : 'packages',
        are_checks_on: checks !== 'off',
        finished_at: t.finished_at ?? 0,
        acceptance_changes: t.acceptance_changes ?? 0,
      })),
    /** Yields the hosts of a task by ascending id, read page by page. */
    *hosts(taskId: number): Generator<TaskHostResult> {
      for (let after = 0; ;) {
        const page = hosts.all(taskId, after);
        for (const row of page) yield toHost(row);
        if (page.length < PAGE_SIZE) return;
        after = page.at(-1)?.host_id ?? 0;
      }
    },
    hostExists: (id: number): boolean => host.get(id) !== undefined,
    factSetIds: (taskId: number): number[] => factSetIds.all(taskId),
  };
}

function createFactStatements(sqlite: Sqlite) {
  const factsBetween = sqlite.prepare<[number, number], FactValues>(FACTS).raw();
  const keysAmong = sqlite
    .prepare<[string], [number, string]>(
      `SELECT id, ${KEY} FROM facts WHERE id IN (SELECT value FROM json_each(?))`,
    )
    .raw();
  const keysBetween = sqlite
    .prepare<[number, number], [number, string]>(
      `SELECT id, ${KEY} FROM facts WHERE id BETWEEN ? AND ?`,
    )
    .raw();
  const factIdsOf = sqlite
    .prepare<[string], number>(
      'SELECT id FROM facts WHERE vulnerability_id IN (SELECT value FROM json_each(?))',
    )
    .pluck();
  return {
    /** Yields the facts with ids from `first` to `last`, by ascending id. */
    *factsBetween(first: number, last: number): Generator<StoredFact> {
      for (const row of factsBetween.all(first, last)) yield toStoredFact(row);
    },
    /**
     * Returns id and key of facts. If the ids are close together, the facts between them are included.
     * @param ids ascending
     */
    factKeys(ids: readonly number[]): [number, string][] {
      const first = ids[0] ?? 0;
      const last = ids.at(-1) ?? -1;
      return last - first < 2 * ids.length
        ? keysBetween.all(first, last)
        : keysAmong.all(JSON.stringify(ids));
    },
    factIdsOf: (vulnerabilityIds: readonly string[]): number[] =>
      factIdsOf.all(JSON.stringify(vulnerabilityIds)),
  };
}

function createContentStatements(sqlite: Sqlite) {
  const idSet = sqlite
    .prepare<[number], Buffer>('SELECT numbers FROM number_sets WHERE id = ?')
    .pluck();
  const packages = sqlite.prepare<[string], PackageRow>(
    'SELECT id, format, name, version, architecture, source, source_version, module, vendor FROM packages WHERE id IN (SELECT value FROM json_each(?))',
  );
  const vulnerabilities = sqlite
    .prepare<[string], VulnerabilityValues>(
      'SELECT id, title, aliases, cvss_score, cvss_vector, epss, kev, exploitation FROM vulnerabilities WHERE id IN (SELECT value FROM json_each(?))',
    )
    .raw();
  const acceptances = sqlite.prepare<
    [],
    Omit<AcceptanceRow, 'product'> & { product: string | null }
  >(
    'SELECT id, kind, vulnerability_id, host_id, group_id, package, port, transport, product_match AS product, reason, "by", "until", began_change, ended_change FROM acceptances ORDER BY id',
  );
  const members = sqlite.prepare<[], AcceptanceMemberRow>(
    'SELECT group_id, host_id, began_change, ended_change FROM acceptance_members',
  );
  return {
    /** Returns the encoded ids of a set; empty if there is no such set. */
    idSet: (setId: number): Buffer => idSet.get(setId) ?? Buffer.alloc(0),
    packages: (ids: readonly number[]): PackageRow[] => packages.all(JSON.stringify(ids)),
    vulnerabilities: (ids: readonly string[]): VulnerabilityRow[] =>
      vulnerabilities.all(JSON.stringify(ids)).map(toVulnerabilityRow),
    /** Returns all acceptances in the order in which they started. */
    acceptances: (): AcceptanceRow[] =>
      acceptances.all().map(({ product, ...row }) => ({
        ...row,
        product: product === null ? null : (JSON.parse(product) as ProductMatch),
      })),
    /** Returns the members of all groups that have or had an acceptance. */
    acceptanceMembers: (): AcceptanceMemberRow[] => members.all(),
  };
}

// Written field by field: a chain has tens of thousands of these rows, and spreading takes longer.
function toHost(row: HostRow): TaskHostResult {
  const { host_id, ip, name, outcome, detail, unanswered } = row;
  return {
    host_id,
    ip,
    name,
    outcome,
    detail,
    isUnanswered: unanswered === 1,
    result: toResult(row),
  };
}

function toResult(row: HostRow): TaskHostResult['result'] {
  const { kind, observed_at, generation, rules, state_id, facts_id, scanned_ports } = row;
  if (kind === 'packages' && state_id !== null)
    return {
      kind,
      sequence: row.number,
      observed_at,
      generation,
      rules,
      ecosystems: row.scopes,
      system: row.system,
      package_list: row.package_list,
      other_packages: row.other_packages,
      state_id,
      facts_id,
    };
  if (kind === 'ports' && scanned_ports !== null)
    return {
      kind,
      sequence: row.number,
      observed_at,
      generation,
      rules,
      facts_id,
      scannedPorts: scanned_ports,
      silentPorts: row.silent_ports ?? '',
      lostPorts: row.lost_ports ?? '',
      services: JSON.parse(row.services ?? '[]') as ReportService[],
      checks: JSON.parse(row.checks ?? '[]') as CheckResult[],
    };
  return null;
}
