import { SEVERITIES } from '../knowledge/records.js';
import { z } from 'zod';
import { Timestamp } from '../http/common.js';
import { ServiceResponse, serviceExample } from '../services/services.schemas.js';

const text = z.string().nullable();
const Severity = z.enum(SEVERITIES);
const Accepted = z
  .object({ reason: z.string(), by: z.string(), until: Timestamp.nullable() })
  .nullable();

export const EvidenceResponse = z
  .object({
    state: z.enum(['installed', 'not_installed', 'open', 'closed', 'unknown']),
    installed_version: text,
    fixed_version: text,
    banner: text,
    observed_at: Timestamp,
    feed_version: text,
  })
  .meta({
    id: 'Evidence',
    examples: [
      {
        state: 'installed',
        installed_version: '1:9.2p1-2+deb12u2',
        fixed_version: '1:9.2p1-2+deb12u3',
        banner: null,
        observed_at: 1_789_900_000,
        feed_version: '2026-11-01T04:00:00Z',
      },
    ],
  });

const finding = {
  vulnerability_id: z.string(),
  aliases: z.array(z.string()),
  title: z.string(),
  severity: Severity,
  cvss_score: z.number().nullable(),
  cvss_vector: text,
  epss: z.object({ score: z.number(), percentile: z.number().nullable(), date: text }).nullable(),
  kev: z.object({ date_added: z.string(), due_date: text, ransomware: z.boolean() }).nullable(),
  host_id: z.int(),
  ip: z.string(),
  name: z.string(),
  package: text,
  architecture: text,
  port: z.int().nullable(),
  transport: z.enum(['tcp', 'udp']).nullable(),
  installed_version: text,
  fixed_version: text,
  confidence: z.enum(['confirmed', 'version-based', 'possible']),
  advisory: z.string(),
  advisory_url: text,
  feed: text,
  feed_version: text,
  explanation: z.string(),
  remedy: z.string(),
  first_seen: Timestamp,
  last_seen: Timestamp,
  accepted: Accepted,
};

const findingExample = {
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
  installed_version: '1:9.2p1-2+deb12u2',
  fixed_version: '1:9.2p1-2+deb12u3',
  confidence: 'confirmed' as const,
  advisory: 'CVE-2024-6387',
  advisory_url: 'https://security-tracker.debian.org/tracker/CVE-2024-6387',
  feed: 'osv-debian',
  feed_version: '2026-11-01T04:00:00Z',
  explanation: 'openssh-server 1:9.2p1-2+deb12u2 is older than 1:9.2p1-2+deb12u3, which mends it.',
  remedy: 'apt-get install --only-upgrade openssh-server',
  first_seen: 1_789_900_000,
  last_seen: 1_789_900_000,
  accepted: null,
};
const side = {
  state: 'installed' as const,
  installed_version: '1:9.2p1-2+deb12u2',
  fixed_version: '1:9.2p1-2+deb12u3',
  banner: null,
  observed_at: 1_789_900_000,
  feed_version: '2026-11-01T04:00:00Z',
};
const mended = {
  ...side,
  installed_version: '1:9.2p1-2+deb12u3',
  fixed_version: null,
  observed_at: 1_789_990_000,
};

export const reportedExamples = {
  finding: findingExample,
  withoutResult: {
    host_id: 8,
    ip: '192.0.2.11',
    name: 'web-2',
    reason: 'unreachable',
    detail: 'The host did not answer.',
    ports: null,
  },
};
export const DiffFindingResponse = z
  .object(finding)
  .meta({ id: 'ReportedFinding', examples: [findingExample] });

const entry = {
  ...finding,
  cause: z
    .enum(['target', 'knowledge', 'both'])
    .nullable()
    .meta({ description: 'null: only an acceptance began or ended' }),
  why: z.string(),
  evidence: z.object({ before: EvidenceResponse.nullable(), after: EvidenceResponse.nullable() }),
};
export const DiffEntryResponse = z.object(entry).meta({
  id: 'DiffEntry',
  examples: [
    {
      ...findingExample,
      cause: 'target',
      why: 'openssh-server went from 1:9.2p1-2+deb12u2 to 1:9.2p1-2+deb12u3.',
      evidence: { before: side, after: mended },
    },
  ],
});
export const ChangedEntryResponse = z.object({ ...entry, changes: z.array(z.string()) }).meta({
  id: 'ChangedEntry',
  examples: [
    {
      ...findingExample,
      cause: 'knowledge',
      why: 'The severity changed by the vulnerability data.',
      evidence: { before: side, after: side },
      changes: ['severity'],
    },
  ],
});

const notComparedExample = {
  host_id: 8,
  ip: '192.0.2.11',
  name: 'web-2',
  reason: 'unreachable',
  detail: 'The host did not answer on any of the 1000 ports tried, nor in any other way.',
  ports: null,
};

const Counts = z.object({ new: z.int(), fixed: z.int(), open: z.int() });
const ServiceDiff = z
  .object({
    host_id: z.int(),
    ip: z.string(),
    name: z.string(),
    port: z.int(),
    transport: z.enum(['tcp', 'udp']),
    before: ServiceResponse.nullable(),
    after: ServiceResponse.nullable(),
  })
  .meta({
    id: 'ServiceDiff',
    examples: [
      {
        host_id: 7,
        ip: '192.0.2.10',
        name: 'web-1',
        port: 22,
        transport: 'tcp',
        before: null,
        after: serviceExample,
      },
    ],
  });
export const NotComparedResponse = z
  .object({
    host_id: z.int(),
    ip: z.string(),
    name: z.string(),
    reason: z.string(),
    detail: text,
    ports: text,
  })
  .meta({
    id: 'NotCompared',
    examples: [
      {
        host_id: 8,
        ip: '192.0.2.11',
        name: 'web-2',
        reason: 'unreachable',
        detail: 'The host did not answer on any of the 1000 ports tried, nor in any other way.',
        ports: null,
      },
    ],
  });

/** What one task differs in from what was known before it. */
export const TaskDiffResponse = z
  .object({
    task_id: z.int(),
    number_task: z.string(),
    status: z.enum(['completed', 'failed', 'stopped']),
    finished_at: Timestamp,
    base_task_id: z.int().nullable(),
    summary: z.object({
      new: z.int(),
      fixed: z.int(),
      changed: z.int(),
      unchanged: z.int(),
      accepted: z.int(),
      not_compared: z.int(),
      open: z.int().meta({
        description:
          'findings known to stand on the hosts of this task, compared or not, without accepted ones',
      }),
      by_severity: z.object(
        Object.fromEntries(SEVERITIES.map((s) => [s, Counts])) as Record<
          (typeof SEVERITIES)[number],
          typeof Counts
        >,
      ),
    }),
    new: z.array(DiffEntryResponse),
    fixed: z.array(DiffEntryResponse),
    changed: z.array(ChangedEntryResponse),
    unchanged_count: z.int(),
    not_compared: z.array(NotComparedResponse),
    services: z.object({
      opened: z.array(ServiceDiff),
      closed: z.array(ServiceDiff),
      changed: z.array(ServiceDiff),
    }),
  })
  .meta({
    id: 'TaskDiff',
    examples: [
      {
        task_id: 13,
        number_task: 'TASK-00013',
        status: 'completed',
        finished_at: 1_789_990_060,
        base_task_id: 12,
        unchanged_count: 41,
        summary: {
          new: 0,
          fixed: 1,
          changed: 0,
          unchanged: 41,
          accepted: 0,
          not_compared: 1,
          open: 41,
          by_severity: Object.fromEntries(
            SEVERITIES.map((s) => [
              s,
              { new: 0, fixed: s === 'critical' ? 1 : 0, open: s === 'medium' ? 41 : 0 },
            ]),
          ) as Record<(typeof SEVERITIES)[number], { new: number; fixed: number; open: number }>,
        },
        new: [],
        fixed: [
          {
            ...findingExample,
            cause: 'target',
            why: 'Package openssh-server went from 1:9.2p1-2+deb12u2 to 1:9.2p1-2+deb12u3.',
            evidence: { before: side, after: mended },
          },
        ],
        changed: [],
        not_compared: [notComparedExample],
        services: { opened: [], closed: [], changed: [] },
      },
    ],
  });
