import { mapSeverities } from '../vulnerabilities/severity.js';
import {
  coverageCountsExamples,
  feedDateExample,
} from '../vulnerabilities/coverage/coverage.schemas.js';
import { riskExample } from '../vulnerabilities/risk/risk.schemas.js';

// Examples of the OpenAPI document.

export const diffFindingExample = {
  vulnerability_id: 'CVE-2024-6387',
  aliases: ['DSA-5724-1'],
  title: 'A race condition in the signal handler of sshd',
  severity: 'critical' as const,
  cvss_score: 8.1,
  cvss_vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:H',
  epss: { score: 0.64, percentile: 0.98, date: '2026-11-01' },
  kev: null,
  host_id: 7,
  ip: '192.0.2.10',
  name: 'web-1',
  package: 'openssh-server',
  architecture: 'amd64',
  port: null,
  transport: null,
  program: null,
  installed_version: '1:9.2p1-2+deb12u2',
  fixed_version: '1:9.2p1-2+deb12u3',
  confidence: 'confirmed' as const,
  advisory: 'CVE-2024-6387',
  advisory_url: 'https://security-tracker.debian.org/tracker/CVE-2024-6387',
  feed: 'osv-debian',
  feed_version: '2026-11-01T04:00:00Z',
  explanation:
    'Installed version 1:9.2p1-2+deb12u2 of openssh-server is older than the fixed version ' +
    '1:9.2p1-2+deb12u3 for Debian:12 (dpkg version order).',
  remedy: 'apt-get install --only-upgrade openssh-server',
  ...riskExample,
  source: 'openssh',
  runs_old_code: null,
  running_version: null,
  unimportant: false,
  first_seen: 1_789_900_000,
  last_seen: 1_789_900_000,
  accepted: null,
};

export const evidenceExample = {
  state: 'installed' as const,
  installed_version: '1:9.2p1-2+deb12u2',
  fixed_version: '1:9.2p1-2+deb12u3',
  banner: null,
  observed_at: 1_789_900_000,
  feed_version: '2026-11-01T04:00:00Z',
};

export const fixedEvidenceExample = {
  ...evidenceExample,
  installed_version: '1:9.2p1-2+deb12u3',
  fixed_version: null,
  observed_at: 1_789_990_000,
};

export const notComparedExample = {
  host_id: 8,
  ip: '192.0.2.11',
  name: 'web-2',
  reason: 'unreachable',
  detail: 'The host did not respond on any of the 1000 scanned ports.',
  ports: null,
};

export const movedExample = {
  from: { host_id: 30, ip: '192.0.2.30', name: 'nas' },
  to: { host_id: 31, ip: '192.0.2.31', name: '192.0.2.31' },
  evidence: 'SSH host key SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8',
};

const headExample = {
  task_id: 13,
  number_task: 'TASK-00013',
  status: 'completed' as const,
  finished_at: 1_789_990_060,
  base_task_id: 12,
  summary: {
    new: 0,
    fixed: 1,
    changed: 0,
    unchanged: 41,
    accepted: 0,
    not_compared: 1,
    open: 41,
    checked_hosts: 1,
    not_checked_hosts: 1,
    unanswered_addresses: 0,
    coverage: coverageCountsExamples.scan,
    by_severity: mapSeverities((severity) => ({
      new: 0,
      fixed: severity === 'critical' ? 1 : 0,
      open: severity === 'medium' ? 41 : 0,
    })),
  },
  not_checked: [
    {
      state: 'not_matched' as const,
      reason: 'no_result' as const,
      message: 'The host did not respond on any of the 1000 scanned ports.',
      hosts: 1,
    },
  ],
  feeds: [feedDateExample],
};

export const diffHeadExample = { ...headExample, ports: 0, moved: [movedExample] };

export const taskDiffExample = {
  ...headExample,
  unchanged_count: 41,
  not_listed: 0,
  new: [],
  fixed: [
    {
      ...diffFindingExample,
      cause: 'target' as const,
      why: 'Package openssh-server changed from 1:9.2p1-2+deb12u2 to 1:9.2p1-2+deb12u3.',
      evidence: { before: evidenceExample, after: fixedEvidenceExample },
    },
  ],
  changed: [],
  not_compared: [notComparedExample],
  moved: [],
  services: { opened: [], closed: [], changed: [] },
};
