import { z } from 'zod';
import {
  CoverageCountsResponse,
  FeedDateResponse,
  NotCheckedResponse,
} from '../vulnerabilities/coverage/coverage.schemas.js';
import { CAUSES } from '../vulnerabilities/ledger/cause.js';
import { RemediationResponse } from '../vulnerabilities/remediations/remediation.schemas.js';
import { mapSeverities } from '../vulnerabilities/severity.js';
import { findingFields } from '../vulnerabilities/vulnerabilities.schemas.js';
import { queryNumber, Timestamp } from '../http/common.js';
import {
  diffHeadExample,
  evidenceExample,
  diffFindingExample,
  fixedEvidenceExample,
  movedExample,
  notComparedExample,
  taskDiffExample,
} from './diff.examples.js';
import { ServiceResponse, serviceExample } from '../services/services.schemas.js';

const ExpiringAcceptance = z
  .object({
    vulnerability_id: z.string(),
    reason: z.string(),
    by: z.string(),
    until: Timestamp,
    hosts: z.int(),
  })
  .meta({
    id: 'ExpiringAcceptance',
    examples: [
      {
        vulnerability_id: 'CVE-2024-6387',
        reason: 'Reachable from the office only',
        by: 'ada',
        until: 1_790_900_000,
        hosts: 1,
      },
    ],
  });

export const UnansweredAddresses = z.int().meta({
  description:
    'addresses of the ranges of the task at which no host is known: neither checked nor not checked',
});

/** The fields that lead a report: what was not checked, and what to do first. */
export const leadFields = {
  not_checked: z.array(NotCheckedResponse),
  feeds: z.array(FeedDateResponse),
  not_listed: z.int().meta({ description: 'findings below `severity`, which are not listed' }),
  remediations: z
    .array(RemediationResponse)
    .optional()
    .meta({ description: 'what to do, highest risk first; only with `include=remediations`' }),
  expiring_acceptances: z
    .array(ExpiringAcceptance)
    .optional()
    .meta({ description: 'ending within 14 days; only with `include=remediations`' }),
};

const OptionalText = z.string().nullable();
const EvidenceResponse = z
  .object({
    state: z.enum(['installed', 'not_installed', 'open', 'closed', 'unknown']),
    installed_version: OptionalText,
    fixed_version: OptionalText,
    banner: OptionalText,
    observed_at: Timestamp,
    feed_version: OptionalText,
  })
  .meta({
    id: 'Evidence',
    examples: [evidenceExample],
  });

const finding = {
  ...findingFields,
  source: OptionalText.meta({
    description: 'the source package that the publisher names; null: none, or the package itself',
  }),
  unimportant: z.boolean().meta({ description: 'rated unimportant by its publisher' }),
};

export const DiffFindingResponse = z
  .object(finding)
  .meta({ id: 'ReportedFinding', examples: [diffFindingExample] });

const entry = {
  ...finding,
  cause: z
    .enum(CAUSES)
    .nullable()
    .meta({ description: 'null if only an acceptance started or ended' }),
  why: z.string(),
  evidence: z.object({ before: EvidenceResponse.nullable(), after: EvidenceResponse.nullable() }),
};
const DiffEntryResponse = z.object(entry).meta({
  id: 'DiffEntry',
  examples: [
    {
      ...diffFindingExample,
      cause: 'target',
      why: 'Package openssh-server changed from 1:9.2p1-2+deb12u2 to 1:9.2p1-2+deb12u3.',
      evidence: { before: evidenceExample, after: fixedEvidenceExample },
    },
  ],
});
const ChangedEntryResponse = z.object({ ...entry, changes: z.array(z.string()) }).meta({
  id: 'ChangedEntry',
  examples: [
    {
      ...diffFindingExample,
      cause: 'knowledge',
      why: 'The severity changed by the vulnerability data.',
      evidence: { before: evidenceExample, after: evidenceExample },
      changes: ['severity'],
    },
  ],
});

/** The parameter `base` of a diff. */
export const BaseTask = queryNumber(1, 1e15).optional().meta({
  description: 'id of an earlier task of the template to compare with; default: the task before',
});

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
    baseline: z.enum(['host', 'port']).nullable().meta({
      description:
        'the first scan of the `host` or of the `port`: it did not open; null: the port was scanned before',
    }),
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
        baseline: null,
      },
    ],
  });
export const NotComparedResponse = z
  .object({
    host_id: z.int(),
    ip: z.string(),
    name: z.string(),
    reason: z.string(),
    detail: OptionalText,
    ports: OptionalText,
  })
  .meta({
    id: 'NotCompared',
    examples: [notComparedExample],
  });

const ReportHostResponse = z.object({ host_id: z.int(), ip: z.string(), name: z.string() });
const MovedDeviceResponse = z
  .object({
    from: ReportHostResponse,
    to: ReportHostResponse,
    evidence: z.string().meta({ description: 'what the device was recognized by' }),
  })
  .meta({ id: 'MovedDevice', examples: [movedExample] });

/** A row of any section of a diff. Those with more fields come first: others would be taken for them. */
export const DiffRowResponse = z.union([
  ChangedEntryResponse,
  DiffEntryResponse,
  ServiceDiff,
  NotComparedResponse,
]);

/** The tasks of a diff, and its counts. */
const headFields = {
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
        "open findings on the task's hosts, whether compared or not, excluding accepted ones",
    }),
    checked_hosts: z.int(),
    not_checked_hosts: z.int().meta({
      description: 'hosts without a result, or with one that was not or only partly matched',
    }),
    unanswered_addresses: UnansweredAddresses,
    coverage: CoverageCountsResponse,
    by_severity: z.object(mapSeverities(() => Counts)),
  }),
};

/** A diff without its entries. */
export const DiffHeadResponse = z
  .object({
    ...headFields,
    not_checked: leadFields.not_checked,
    feeds: leadFields.feeds,
    ports: z.int().meta({ description: 'opened, closed and changed ports' }),
    moved: z.array(MovedDeviceResponse),
  })
  .meta({ id: 'DiffHead', examples: [diffHeadExample] });

/** The differences of one task from its baseline. */
export const TaskDiffResponse = z
  .object({
    ...headFields,
    ...leadFields,
    new: z.array(DiffEntryResponse),
    fixed: z.array(DiffEntryResponse),
    changed: z.array(ChangedEntryResponse),
    unchanged_count: z.int(),
    not_compared: z.array(NotComparedResponse),
    moved: z.array(MovedDeviceResponse).meta({
      description: 'devices at another address than before, compared with their results there',
    }),
    services: z.object({
      opened: z.array(ServiceDiff),
      closed: z.array(ServiceDiff),
      changed: z.array(ServiceDiff),
    }),
  })
  .meta({
    id: 'TaskDiff',
    examples: [taskDiffExample],
  });
