import type {
  DiffBody,
  ReportedFinding,
  TaskReportBody,
} from '../../src/commands/report/report.body.js';
import { SEVERITIES, type Severity } from '../../src/knowledge/records.js';

const noHosts = { matched: 0, partly: 0, not_matched: 0, not_applicable: 0 };
const ONE_CHECKED = {
  packages: { ...noHosts, not_applicable: 1 },
  services: { ...noHosts, matched: 1 },
};

/** Returns a finding in a package, as a report contains it. */
export const reportedFinding = (more: Partial<ReportedFinding> = {}): ReportedFinding => ({
  vulnerability_id: 'CVE-2024-2398',
  aliases: [],
  title: 'A memory leak in libcurl',
  severity: 'high',
  cvss_score: null,
  cvss_vector: null,
  epss: null,
  kev: null,
  host_id: 1,
  ip: '10.8.0.1',
  name: 'web-01.example.org',
  package: 'libcurl3-gnutls',
  architecture: 'amd64',
  port: null,
  transport: null,
  installed_version: '7.88.1-10+deb12u5',
  fixed_version: '7.88.1-10+deb12u14',
  confidence: 'confirmed',
  advisory: 'CVE-2024-2398',
  advisory_url: null,
  feed: 'osv-debian',
  feed_version: null,
  explanation: 'It is older than the fixed version.',
  remedy: 'apt-get install --only-upgrade libcurl3-gnutls',
  risk: 31.6,
  risk_reason: 'Severity high.',
  source: 'curl',
  program: null,
  runs_old_code: null,
  running_version: null,
  unimportant: false,
  first_seen: 1_790_000_000,
  last_seen: 1_790_000_000,
  accepted: null,
  ...more,
});

/** Returns the counts of a report without findings on one checked host. */
export const reportSummary = (
  more: Partial<TaskReportBody['summary']> = {},
): TaskReportBody['summary'] => ({
  findings: 0,
  accepted: 0,
  services: 0,
  without_result: 0,
  checked_hosts: 1,
  not_checked_hosts: 0,
  coverage: ONE_CHECKED,
  unanswered_addresses: 0,
  by_severity: mapSeverities(() => 0),
  ...more,
});

/** Returns a count for each severity. */
export const mapSeverities = <T>(value: (severity: Severity) => T): Record<Severity, T> =>
  Object.fromEntries(SEVERITIES.map((s) => [s, value(s)])) as Record<Severity, T>;

/** Returns a diff without entries on one checked host, as a response contains it. */
export const diffBody = (more: Partial<DiffBody> = {}): DiffBody => ({
  task_id: 2,
  number_task: 'TASK-00002',
  status: 'completed',
  finished_at: 1_790_000_000,
  base_task_id: 1,
  unchanged_count: 0,
  moved: [],
  summary: {
    new: 0,
    fixed: 0,
    changed: 0,
    unchanged: 0,
    accepted: 0,
    not_compared: 0,
    open: 0,
    checked_hosts: 1,
    not_checked_hosts: 0,
    coverage: ONE_CHECKED,
    unanswered_addresses: 0,
    by_severity: mapSeverities(() => ({ new: 0, fixed: 0, open: 0 })),
  },
  not_checked: [],
  feeds: [],
  not_listed: 0,
  new: [],
  fixed: [],
  changed: [],
  not_compared: [],
  services: { opened: [], closed: [], changed: [] },
  ...more,
});
