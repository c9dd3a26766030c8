import { orByFilter, selectionFields } from '../hosts/selection/host-filter.schemas.js';
import { z } from 'zod';
import { Id, Ids, ignored, Meta, Name, Timestamp } from '../http/common.js';
import { parseRequest } from '../http/zod.js';
import { didYouMean } from '../lib/closest-match.js';
import { Time } from '../schedules/times.schemas.js';
import { MAX_RECURRENCE, SCHEDULE_UNITS, type ScheduleType } from '../schedules/units.js';
import type { TaskType } from '../tasks/task-type.js';
import { LastTaskResponse } from './last-tasks.schemas.js';

const UNIT_TEXT = SCHEDULE_UNITS.map((u) => `${u.type} ${u.name}`).join(', ');
const Unit = z
  .int()
  .refine(
    (n): n is ScheduleType => SCHEDULE_UNITS.some((u) => u.type === n),
    `must be one of: ${UNIT_TEXT}`,
  )
  .meta({ description: `Unit of recurrence: ${UNIT_TEXT}` });
const Recurrence = z
  .int()
  .min(1, 'must be at least 1')
  .max(MAX_RECURRENCE, `must be at most ${MAX_RECURRENCE}`);

const schedule = {
  last_start: 0,
  scheduled_time: 1_790_042_400,
  enabled: true,
  is_expired: false,
  type: 3,
  recurrence: 1,
  start_time: 1_789_956_000,
  end_time: null,
};
const ScheduleResponse = z
  .object({
    last_start: Timestamp,
    scheduled_time: Timestamp,
    enabled: z.boolean(),
    is_expired: z.boolean(),
    type: z.int(),
    recurrence: z.int(),
    start_time: Timestamp,
    end_time: Timestamp.nullable(),
  })
  .meta({ id: 'Schedule', examples: [schedule] });

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
        schedule,
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

interface RequestSchedule {
  startTime?: number | null;
  start_time?: number | null;
  endTime?: number | null;
  end_time?: number | null;
}
interface NormalizedTimes {
  start_time: number | undefined;
  end_time: number | null | undefined;
}

// Two spellings of one field: both at once could contradict each other. Null means absent: no end, a start of now.
function normalizeTimes<T extends RequestSchedule>(
  s: T,
  issues: z.core.$RefinementCtx,
): T & NormalizedTimes {
  for (const [camel, snake] of [
    ['startTime', 'start_time'],
    ['endTime', 'end_time'],
  ] as const) {
    if (s[camel] !== undefined && s[snake] !== undefined)
      issues.addIssue({
        code: 'custom',
        path: [snake],
        message: `duplicates \`${camel}\`; send only one`,
      });
  }
  const { startTime, start_time: start = startTime, endTime, end_time = endTime, ...rest } = s;
  const start_time = start ?? undefined;
  if (
    start_time !== undefined &&
    end_time !== undefined &&
    end_time !== null &&
    end_time <= start_time
  ) {
    issues.addIssue({
      code: 'custom',
      path: [endTime === undefined ? 'end_time' : 'endTime'],
      message: 'must be after the start',
    });
  }
  return { ...rest, start_time, end_time } as unknown as T & NormalizedTimes;
}

const optionalTime = () => Time.nullish();
const camelTimes = { startTime: optionalTime(), endTime: optionalTime() };
const times = { ...camelTimes, start_time: optionalTime(), end_time: optionalTime() };
// Generated clients cannot hold two names that differ by case only: each spelling is a separate form.
const snakeTimes = { start_time: Time.nullable(), end_time: optionalTime() };

const newSchedule = { type: Unit, recurrence: Recurrence };
export const RequestSchedule = z
  .strictObject({ ...newSchedule, ...times })
  .transform(normalizeTimes)
  .meta({
    id: 'NewSchedule',
    oneOf: [
      z.strictObject({ ...newSchedule, ...camelTimes }),
      z.strictObject({ ...newSchedule, ...snakeTimes }),
    ],
    examples: [{ type: 3, recurrence: 1, startTime: '2026-11-22T02:00:00+01:00' }],
  });
const scheduleChange = {
  ...newSchedule,
  enabled: z.boolean().optional(),
  last_start: ignored,
  scheduled_time: ignored,
  is_expired: ignored,
};
export const ScheduleChange = z
  .strictObject({ ...scheduleChange, ...times })
  .transform(normalizeTimes)
  .meta({
    id: 'ScheduleChange',
    oneOf: [
      z.strictObject({ ...scheduleChange, ...camelTimes }),
      z.strictObject({ ...scheduleChange, ...snakeTimes }),
    ],
    examples: [{ type: 4, recurrence: 1, enabled: true }, schedule],
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
