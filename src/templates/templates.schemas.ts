import { orByFilter, selectionFields } from '../hosts/selection/host-filter.schemas.js';
import { z } from 'zod';
import { Id, Ids, ignored, Meta, Name, Timestamp } from '../http/common.js';
import { parseRequest } from '../http/zod.js';
import { didYouMean } from '../lib/closest-match.js';
import type { TaskType } from '../tasks/task-type.js';
import { TaskTypeResponse } from '../tasks/types/task-types.schemas.js';
import { SEVERITIES } from '../knowledge/records.js';
import { SchedulePreviewResponse } from './calendar/calendar.schemas.js';
import { RequestSchedule, SCHEDULE_EXAMPLE, ScheduleChange } from './templates.schedule.schemas.js';

const ScheduleResponse = z
  .object({
    last_start: Timestamp,
    scheduled_time: Timestamp,
    enabled: z.boolean(),
    is_expired: z.boolean(),
    type: z.int(),
    recurrence: z.int(),
    start_time: Timestamp,
    local_time: z.string().nullable().meta({
      description:
        'HH:MM if a clock change moves the first start: the local time of all others; otherwise null',
    }),
    end_time: Timestamp.nullable(),
  })
  .meta({ id: 'Schedule', examples: [SCHEDULE_EXAMPLE] });

/** The newest task of a template. */
const LastTaskResponse = z.object({
  id: z.int(),
  number_task: z.string(),
  status: z.enum(['working', 'completed', 'failed', 'stopped']),
  percent: z.int(),
  started_at: Timestamp.nullable(),
  finished_at: Timestamp.nullable(),
  hosts_total: z.int(),
  hosts_done: z.int(),
  error: z.string().nullable(),
  new: z
    .object({
      total: z.int(),
      worst: z.enum(SEVERITIES).nullable().meta({ description: 'null: nothing is new' }),
    })
    .nullable()
    .meta({
      description:
        'new findings of its diff; null: not counted yet, `GET /templates/{id}/chain` counts them',
    }),
});

export const TemplateResponse = z
  .object({
    id: z.int(),
    created_at: Timestamp,
    updated_at: Timestamp,
    name: z.string(),
    type: z.string(),
    hosts: z.array(z.int()),
    groups: z.array(z.int()),
    params: z.record(z.string(), z.unknown()).nullable(),
    schedule: ScheduleResponse.nullable(),
    host_names: z.array(z.string()).optional().meta({
      description: 'of the first 30 of `hosts`; only with `include=hosts`',
    }),
    group_names: z.array(z.string()).optional().meta({
      description: 'in the order of `groups`; only with `include=groups`',
    }),
    next_starts: SchedulePreviewResponse.nullish().meta({
      description:
        'the next 5 starts, also of a disabled schedule; only with `include=starts`; null: no schedule',
    }),
    task_type: TaskTypeResponse.optional().meta({
      description: 'the type with the JSON Schema of its params; only with `include=task_type`',
    }),
    last_task: LastTaskResponse.nullish().meta({
      description: 'only with `include=last_task`; null: no task of the template has started',
    }),
  })
  .meta({
    id: 'Template',
    examples: [
      {
        id: 3,
        created_at: 1_790_000_000,
        updated_at: 1_790_000_000,
        name: 'nightly',
        type: 'pentest',
        hosts: [7],
        groups: [1],
        params: { ports: ['22', '8000-8100'], speed: '3' },
        schedule: SCHEDULE_EXAMPLE,
      },
    ],
  });

export const TemplateListResponse = z.object({
  data: z.array(TemplateResponse),
  meta: Meta.optional().meta({ description: 'only with `include=last_task`' }),
});

export const HistoryResponse = z
  .object({
    due_at: Timestamp,
    result: z.enum(['started', 'skipped', 'coalesced']),
    reason: z.string().nullable(),
    detail: z.string().nullable(),
    task_id: z.int().nullable(),
    recorded_at: Timestamp,
  })
  .meta({
    id: 'ScheduleHistoryItem',
    examples: [
      {
        due_at: 1_790_042_400,
        result: 'started',
        reason: null,
        detail: null,
        task_id: 12,
        recorded_at: 1_790_042_400,
      },
    ],
  });

export const TemplateParams = z.record(z.string(), z.unknown()).nullable().optional();

/** The body of a new template; the task type in `type` validates `params`. */
export function newTemplate(types: readonly TaskType[]) {
  const names = types.map((t) => t.name);
  return z
    .strictObject({
      name: Name,
      type: z
        .string()
        .refine((name) => names.includes(name), {
          error: ({ input }) =>
            `must be one of: ${names.join(', ')}${didYouMean(String(input), names)}`,
        })
        .meta({ override: { type: 'string', enum: names } }),
      hosts: orByFilter(Ids(), z.strictObject(selectionFields), [
        [7, 8],
        { filter: { status: 'online' }, expected: 12 },
      ]),
      groups: Ids().optional(),
      params: TemplateParams,
      enabled: z.boolean(),
      schedule: RequestSchedule.nullish(),
      shares_name: z
        .boolean()
        .optional()
        .meta({
          description:
            'the name may be that of another template, as of those that `hostwarden scan` makes; ' +
            'default: names are unique without regard to case',
        }),
    })
    .superRefine((body, issues) => checkParams(types, body.type, body.params, issues))
    .meta({
      id: 'NewTemplate',
      examples: [
        {
          name: 'nightly',
          type: 'pentest',
          hosts: [7],
          groups: [],
          params: { ports: ['22', '8000-8100'], speed: '3' },
          enabled: false,
          schedule: { type: 3, recurrence: 1, startTime: '2026-11-22T02:00:00+01:00' },
        },
      ],
    });
}
type NewTemplateBody = z.output<ReturnType<typeof newTemplate>>;
/** A new template whose hosts are known by their ids. */
export type NewTemplate = Omit<NewTemplateBody, 'hosts'> & { hosts: number[] };

/** Adds the issues that a task type finds in params, under /params. */
function checkParams(
  types: readonly TaskType[],
  type: string,
  params: unknown,
  issues: z.core.$RefinementCtx,
): void {
  const known = types.find((t) => t.name === type);
  const checked = known && parseRequest(known.params, params ?? null);
  for (const issue of checked?.error?.issues ?? [])
    issues.addIssue({ ...issue, path: ['params', ...issue.path] });
}

export const TemplateChange = z
  .strictObject({
    name: Name.optional(),
    hosts: Ids().optional(),
    groups: Ids().optional(),
    params: TemplateParams,
    schedule: ScheduleChange.nullish(),
    type: z.string().optional(),
    id: ignored,
    created_at: ignored,
    updated_at: ignored,
  })
  .nullish()
  .transform((c) => c ?? {})
  .meta({
    id: 'TemplateChange',
    examples: [{ name: 'weekly', schedule: { type: 4, recurrence: 1, enabled: true } }],
  });
export type TemplateChange = z.output<typeof TemplateChange>;

export const SwitchSchedule = z
  .strictObject({ templates_id: Id, enable: z.boolean() })
  .meta({ id: 'SwitchSchedule', examples: [{ templates_id: 3, enable: false }] });
