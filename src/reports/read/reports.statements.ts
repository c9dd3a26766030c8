import type { Sqlite } from '../../database/sqlite.js';
import type { AcceptanceRow } from './acceptance-timeline.js';
import type { TaskHostResult, ReportFact, ReportTask } from '../diff.js';

const PAGE = 500;

interface HostRow {
  host_id: number;
  ip: string;
  name: string;
  outcome: string | null;
  detail: string | null;
  kind: 'packages' | 'ports' | null;
  observed_at: number;
  generation: number;
  scopes: string;
  state_id: number | null;
  facts_id: number;
  number: number;
  looked_at: string | null;
  services: string | null;
  checks: string | null;
}

const TASKS = `SELECT id, finished_at, started_at, status, acceptance_changes FROM tasks WHERE templates_id = ? AND id <= ? AND status <> 'working' ORDER BY id`;
const HOSTS = `SELECT h.host_id, h.ip, h.name, h.outcome, h.detail, r.kind, r.observed_at, r.generation, r.scopes, r.state_id, r.facts_id, r.number, s.looked_at, s.services, s.checks
  FROM task_hosts h LEFT JOIN task_results r ON r.task_id = h.task_id AND r.host_id = h.host_id LEFT JOIN task_scans s ON r.kind = 'ports' AND s.task_id = h.task_id AND s.host_id = h.host_id
  WHERE h.task_id = ? AND h.host_id > ? ORDER BY h.host_id LIMIT ${PAGE}`;
const FACT = `SELECT id, origin, vulnerability_id, package, architecture, port, transport, installed_version, fixed_version, severity, confidence, advisory, advisory_url, feed, basis
  FROM facts WHERE id = ?`;
// The initial of the severity, whether it is hidden (as JSON.stringify writes it; inside a string its quotes would be escaped), and what makes it one finding.
const KEY = `substr(severity, 1, 1) || (instr(basis, '"unimportant":true') > 0) || vulnerability_id || char(31) || coalesce(package, '') || char(31) || coalesce(architecture, '') || char(31) || coalesce(port, '') || coalesce(transport, '')`;

export interface PackageRow {
  id: number;
  format: string;
  name: string;
  version: string;
  architecture: string | null;
  source: string | null;
  source_version: string | null;
  module: string | null;
}
export interface VulnerabilityRow {
  id: string;
  title: string;
  aliases: string;
  cvss_score: number | null;
  cvss_vector: string | null;
  epss: string | null;
  kev: string | null;
}

/** What reports read. Lists of ids should be of some thousand at the most: each question is one statement. */
export function createReportStatements(sqlite: Sqlite) {
  const tasks = sqlite.prepare<
    [number, number],
    Omit<ReportTask, 'finished_at' | 'acceptance_changes'> & {
      finished_at: number | null;
      acceptance_changes: number | null;
    }
  >(TASKS);
  const hosts = sqlite.prepare<[number, number], HostRow>(HOSTS);
  const factSets = sqlite
    .prepare<[number], number>('SELECT DISTINCT facts_id FROM task_results WHERE task_id = ?')
    .pluck();
  const numbers = sqlite
    .prepare<[number], Buffer>('SELECT numbers FROM number_sets WHERE id = ?')
    .pluck();
  const fact = sqlite.prepare<[number], Omit<ReportFact, 'identity'>>(FACT);
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
  const factsOf = sqlite
    .prepare<[string], number>(
      'SELECT id FROM facts WHERE vulnerability_id IN (SELECT value FROM json_each(?))',
    )
    .pluck();
  const packages = sqlite.prepare<[string], PackageRow>(
    'SELECT id, format, name, version, architecture, source, source_version, module FROM packages WHERE id IN (SELECT value FROM json_each(?))',
  );
  const notes = sqlite.prepare<[string], VulnerabilityRow>(
    'SELECT id, title, aliases, cvss_score, cvss_vector, epss, kev FROM vulnerabilities WHERE id IN (SELECT value FROM json_each(?))',
  );
  const acceptances = sqlite.prepare<[], AcceptanceRow>(
    'SELECT vulnerability_id, host_id, package, reason, "by", "until", began_change, ended_change FROM acceptances ORDER BY id',
  );
  const template = sqlite.prepare<[number], { name: string; type: string }>(
    'SELECT name, type FROM templates WHERE id = ?',
  );
  const host = sqlite.prepare<[number], unknown>('SELECT 1 FROM hosts WHERE id = ?');
  return {
    /** null: it was deleted */
    template: (id: number): { name: string; type: string } | null => template.get(id) ?? null,
    /** the finished tasks of a template up to one of them, oldest first */
    tasks: (templateId: number, upTo: number): ReportTask[] =>
      tasks.all(templateId, upTo).map((t) => ({
        ...t,
        finished_at: t.finished_at ?? 0,
        acceptance_changes: t.acceptance_changes ?? 0,
      })),
    *hosts(taskId: number): Generator<TaskHostResult> {
      for (let after = 0; ;) {
        const page = hosts.all(taskId, after);
        for (const row of page) yield toHost(row);
        if (page.length < PAGE) return;
        after = page.at(-1)?.host_id ?? 0;
      }
    },
    factSets: (taskId: number): number[] => factSets.all(taskId),
    numbers: (setId: number): Buffer => numbers.get(setId) ?? Buffer.alloc(0),
    fact: (id: number): Omit<ReportFact, 'identity'> | undefined => fact.get(id),
    /** @param ids ascending; where they stand close together, those between them are told as well */
    factKeys(ids: readonly number[]): [number, string][] {
      const [first = 0, last = -1] = [ids[0], ids.at(-1)];
      return last - first < 2 * ids.length
        ? keysBetween.all(first, last)
        : keysAmong.all(JSON.stringify(ids));
    },
    factsOf: (vulnerabilities: readonly string[]): number[] =>
      factsOf.all(JSON.stringify(vulnerabilities)),
    packages: (ids: readonly number[]): PackageRow[] => packages.all(JSON.stringify(ids)),
    notes: (ids: readonly string[]): VulnerabilityRow[] => notes.all(JSON.stringify(ids)),
    acceptances: (): AcceptanceRow[] => acceptances.all(),
    hostExists: (id: number): boolean => host.get(id) !== undefined,
  };
}
export type ReportStatements = ReturnType<typeof createReportStatements>;

function toHost({ host_id, ip, name, outcome, detail, ...row }: HostRow): TaskHostResult {
  const {
    kind,
    observed_at,
    generation,
    scopes,
    state_id,
    facts_id,
    number,
    looked_at,
    services,
    checks,
  } = row;
  const host = { host_id, ip, name, outcome, detail };
  if (kind === 'packages' && state_id !== null)
    return {
      ...host,
      result: { kind, observed_at, generation, scopes, state_id, facts_id, number },
    };
  if (kind === 'ports' && looked_at !== null)
    return {
      ...host,
      result: {
        kind,
        observed_at,
        generation,
        facts_id,
        number,
        looked_at,
        services: services ?? '[]',
        checks: checks ?? '[]',
      },
    };
  return { ...host, result: null };
}
