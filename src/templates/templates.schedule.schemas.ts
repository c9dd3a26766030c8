import { z } from 'zod';
import { ignored } from '../http/common.js';
import { StartTime, Time } from '../schedules/times.schemas.js';
import { MAX_RECURRENCE, SCHEDULE_UNITS, type ScheduleType } from '../schedules/units.js';

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

/** A schedule, as examples show it. */
export const SCHEDULE_EXAMPLE = {
  last_start: 0,
  scheduled_time: 1_790_042_400,
  enabled: true,
  is_expired: false,
  type: 3,
  recurrence: 1,
  start_time: 1_789_956_000,
  local_time: null,
  end_time: null,
};
type GivenStart = z.output<typeof StartTime> | null;

interface GivenTimes {
  startTime?: GivenStart;
  start_time?: GivenStart;
  endTime?: number | null;
  end_time?: number | null;
}
interface NormalizedTimes {
  start_time: number | undefined;
  local_time: string | null;
  end_time: number | null | undefined;
}

// Two spellings of one field: both at once could contradict each other. Null means absent: no end, a start of now.
function normalizeTimes<T extends GivenTimes>(
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
  const start_time = start?.seconds;
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
  return { ...rest, start_time, local_time: start?.localTime ?? null, end_time } as unknown as T &
    NormalizedTimes;
}

const optionalTime = () => Time.nullish();
const optionalStart = () => StartTime.nullish();
const camelTimes = { startTime: optionalStart(), endTime: optionalTime() };
const times = { ...camelTimes, start_time: optionalStart(), end_time: optionalTime() };
// Generated clients cannot hold two names that differ by case only: each spelling is a separate form.
const snakeTimes = { start_time: StartTime.nullable(), end_time: optionalTime() };

const newSchedule = { type: Unit, recurrence: Recurrence };
/** The schedule of a new template. */
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
  local_time: ignored,
};
/** The schedule of a template that is changed. */
export const ScheduleChange = z
  .strictObject({ ...scheduleChange, ...times })
  .transform(normalizeTimes)
  .meta({
    id: 'ScheduleChange',
    oneOf: [
      z.strictObject({ ...scheduleChange, ...camelTimes }),
      z.strictObject({ ...scheduleChange, ...snakeTimes }),
    ],
    examples: [{ type: 4, recurrence: 1, enabled: true }, SCHEDULE_EXAMPLE],
  });
