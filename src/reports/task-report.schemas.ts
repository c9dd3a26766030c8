import { z } from 'zod';
import { mapSeverities } from '../vulnerabilities/severity.js';
import { Timestamp } from '../http/common.js';
import { ServiceResponse } from '../services/services.schemas.js';
import {
  coverageCountsExamples,
  CoverageCountsResponse,
  feedDateExample,
  notCheckedExample,
} from '../vulnerabilities/coverage/coverage.schemas.js';
import { diffFindingExample, notComparedExample } from './diff.examples.js';
import {
  leadFields,
  DiffFindingResponse,
  NotComparedResponse,
  UnansweredAddresses,
} from './diff.schemas.js';

/** Everything that one task found. */
export const TaskReportResponse = z
  .object({
    task_id: z.int(),
    number_task: z.string(),
    status: z.enum(['completed', 'failed', 'stopped']),
    started_at: Timestamp.nullable(),
    finished_at: Timestamp,
    summary: z.object({
      findings: z.int(),
      accepted: z.int(),
      services: z.int(),
      without_result: z.int(),
      checked_hosts: z.int(),
      not_checked_hosts: z.int(),
      unanswered_addresses: UnansweredAddresses,
      coverage: CoverageCountsResponse,
      by_severity: z.object(mapSeverities(() => z.int())),
    }),
    ...leadFields,
    findings: z.array(DiffFindingResponse),
    services: z.array(
      ServiceResponse.extend({ host_id: z.int(), ip: z.string(), name: z.string() }),
    ),
    without_result: z.array(NotComparedResponse),
  })
  .meta({
    id: 'TaskReport',
    examples: [
      {
        task_id: 13,
        number_task: 'TASK-00013',
        status: 'completed',
        started_at: 1_789_990_000,
        finished_at: 1_789_990_060,
        not_checked: [notCheckedExample],
        feeds: [feedDateExample],
        not_listed: 0,
        findings: [diffFindingExample],
        services: [],
        without_result: [notComparedExample],
        summary: {
          findings: 1,
          accepted: 0,
          services: 0,
          without_result: 1,
          checked_hosts: 1,
          not_checked_hosts: 1,
          unanswered_addresses: 0,
          coverage: coverageCountsExamples.scan,
          by_severity: mapSeverities((severity) => (severity === 'critical' ? 1 : 0)),
        },
      },
    ],
  });
