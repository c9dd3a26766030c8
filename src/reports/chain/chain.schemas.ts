import { z } from 'zod';
import { queryNumber, Timestamp } from '../../http/common.js';
import { SEVERITIES } from '../../knowledge/records.js';
import { TemplateResponse } from '../../templates/templates.schemas.js';
import { CAUSES } from '../../vulnerabilities/ledger/cause.js';

/** The tasks that are counted without being asked for. */
export const COUNTED_TASKS = 200;

/** Selects tasks of a chain. */
export const ChainCountsQuery = z.strictObject({
  last: queryNumber(1, 1000)
    .default(COUNTED_TASKS)
    .meta({ description: 'at most this many newest finished tasks' }),
  include: z.enum(['template']).optional(),
});

const severityList = z.array(z.int()).meta({ description: 'in the order of `severities`' });
const causeList = z.array(z.int()).meta({ description: 'in the order of `causes`' });
const count = z.int();

/** The chain of a template in numbers. Lists of numbers keep 200 tasks below 60 KB. */
export const ChainCountsResponse = z
  .object({
    severities: z.array(z.enum(SEVERITIES)),
    causes: z.array(z.enum(CAUSES)),
    tasks: z.array(
      z.object({
        task_id: z.int(),
        number_task: z.string(),
        status: z.string(),
        finished_at: Timestamp.nullable(),
        open: severityList,
        new: severityList,
        fixed: severityList,
        new_by_cause: causeList,
        fixed_by_cause: causeList,
        ports_opened: count,
        ports_closed: count,
        not_compared: count.meta({ description: 'hosts and ports' }),
        hosts: count,
        hosts_checked: count.meta({ description: 'wholly: see `coverage` of the diff' }),
        missed_starts: count.optional().meta({
          description: 'due starts without a task, since the end of the task before; absent: none',
        }),
      }),
    ),
    template: TemplateResponse.optional().meta({ description: 'only with `include=template`' }),
  })
  .meta({
    id: 'ChainCounts',
    examples: [
      {
        severities: [...SEVERITIES],
        causes: [...CAUSES],
        tasks: [
          {
            task_id: 12,
            number_task: 'TASK-00012',
            status: 'completed',
            finished_at: 1_790_000_600,
            open: [1, 12, 30, 7, 0, 0],
            new: [0, 2, 1, 0, 0, 0],
            fixed: [1, 0, 0, 0, 0, 0],
            new_by_cause: [1, 2, 0],
            fixed_by_cause: [1, 0, 0],
            ports_opened: 1,
            ports_closed: 0,
            not_compared: 0,
            hosts: 40,
            hosts_checked: 38,
            missed_starts: 2,
          },
        ],
      },
    ],
  });
