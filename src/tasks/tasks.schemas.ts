import { z } from 'zod';
import { Meta, queryNumber, Search, paging, sortedPaging, Timestamp } from '../http/common.js';
import { ServiceResponse, serviceExample } from '../services/services.schemas.js';
import { coverageExample, CoverageResponse } from '../vulnerabilities/coverage/coverage.schemas.js';
import { FindingResponse, findingExample } from '../vulnerabilities/vulnerabilities.schemas.js';
import { OUTCOMES } from './task-type.js';

const Status = z.enum(['working', 'completed', 'failed', 'stopped']);
const Outcome = z.enum(OUTCOMES).nullable();

export const TaskResponse = z
  .object({
    id: z.int(),
    created_at: Timestamp,
    updated_at: Timestamp,
    number_task: z.string(),
    templates_id: z.int(),
    template: z.string().nullable().meta({ description: 'its name; null: it was deleted' }),
    task_type: z.string(),
    status: Status,
    percent: z.int().min(0).max(100),
    state: z.string(),
    archived: z.boolean(),
    started_at: Timestamp.nullable(),
    finished_at: Timestamp.nullable(),
    trigger: z.enum(['manual', 'schedule', 'creation', 'cli']),
    scheduled_for: Timestamp.nullable(),
    hosts_total: z.int(),
    hosts_done: z.int(),
    hosts_unanswered: z.int().meta({
      description:
        'addresses of ranges at which nothing ever answered: counted in `hosts_total` and `hosts_done`, but no hosts',
    }),
    error: z.string().nullable(),
  })
  .meta({
    id: 'Task',
    examples: [
      {
        id: 12,
        created_at: 1_790_000_000,
        updated_at: 1_790_000_004,
        number_task: 'TASK-00012',
        templates_id: 3,
        template: 'nightly',
        task_type: 'pentest',
        status: 'working',
        percent: 31,
        state: 'Scanning 192.0.2.10: 312 of 1000 ports (3 of 12 hosts)',
        archived: false,
        started_at: 1_790_000_000,
        finished_at: null,
        trigger: 'manual',
        scheduled_for: null,
        hosts_total: 12,
        hosts_done: 3,
        hosts_unanswered: 0,
        error: null,
      },
    ],
  });
export type TaskResponse = z.infer<typeof TaskResponse>;

const hostFields = { host_id: z.int(), ip: z.string(), name: z.string(), outcome: Outcome };
export const TaskHostResponse = z
  .object({
    ...hostFields,
    reason: z.string().nullable(),
    detail: z.string().nullable(),
    started_at: Timestamp.nullable(),
    finished_at: Timestamp.nullable(),
  })
  .meta({
    id: 'TaskHost',
    examples: [
      {
        host_id: 7,
        ip: '192.0.2.10',
        name: 'web-1',
        outcome: 'unreachable',
        reason: 'no_answer',
        detail: 'Nothing answered',
        started_at: 1_790_000_000,
        finished_at: 1_790_000_002,
      },
    ],
  });
export const TaskResultResponse = z
  .object({
    ...hostFields,
    coverage: CoverageResponse,
    services: z.array(ServiceResponse),
    findings: z.array(FindingResponse),
  })
  .meta({
    id: 'TaskResult',
    examples: [
      {
        host_id: 7,
        ip: '192.0.2.10',
        name: 'web-1',
        outcome: 'done',
        coverage: coverageExample,
        services: [serviceExample],
        findings: [findingExample],
      },
    ],
  });

/** Orders of the list of tasks. */
const TASK_SORTS = ['id', 'template', 'type', 'status', 'hosts', 'started_at', 'duration'] as const;
export type TaskSort = (typeof TASK_SORTS)[number];

export const TaskListQuery = z.strictObject({
  templates_id: queryNumber(0, 1e15).optional(),
  status: Status.optional(),
  task_type: Search.optional(),
  host_id: queryNumber(0, 1e15).optional().meta({ description: 'tasks that have this host' }),
  archived: z.enum(['true', 'false', 'all']).default('false'),
  ...sortedPaging(
    'the number, the name of the template, the state or the error',
    TASK_SORTS,
    '-id',
  ),
});
/** The outcomes of a list of hosts; `waiting`: none yet. */
export const TaskHostsQuery = z.strictObject({
  outcome: z.enum([...OUTCOMES, 'waiting']).optional(),
  ...paging,
});
export type TaskHostsQuery = z.output<typeof TaskHostsQuery>;

export const TaskHostsResponse = z.object({
  data: z.array(TaskHostResponse),
  meta: Meta.extend({
    outcomes: z
      .record(z.string(), z.int())
      .meta({ description: 'the number of hosts by outcome; `waiting`: without one yet' }),
  }),
});

export type TaskListQuery = z.output<typeof TaskListQuery>;
