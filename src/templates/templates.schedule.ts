import type { Db } from '../database/database.js';
import { AppError } from '../errors.js';
import { keptLocalTime } from '../schedules/recurrence.js';
import {
  putSchedule,
  readSchedules,
  removeSchedule,
  type Schedule,
  type ScheduleInput,
} from '../schedules/schedules.service.js';
import type { TemplateChange } from './templates.schemas.js';

type RequestedSchedule = NonNullable<TemplateChange['schedule']>;
type NormalizedInput = ReturnType<typeof toScheduleInput>;

/** Converts the schedule of a request, with defaults for absent fields. `now`: Unix seconds. */
export function toScheduleInput(
  requested: Pick<
    RequestedSchedule,
    'type' | 'recurrence' | 'start_time' | 'local_time' | 'end_time'
  > & {
    enabled?: boolean;
  },
  now: number,
) {
  return {
    unit: requested.type,
    recurrence: requested.recurrence,
    start_time: requested.start_time ?? now,
    local_time: requested.local_time,
    end_time: requested.end_time ?? null,
    enabled: requested.enabled ?? true,
  } satisfies ScheduleInput;
}

/**
 * Replaces or removes (null) the schedule of a template; undefined: no change. A schedule that equals the
 * stored one stays unchanged: planning it again could drop a start that is due right now.
 */
export async function changeSchedule(
  trx: Db,
  templateId: number,
  requested: TemplateChange['schedule'],
  { now, zone }: { now: number; zone: string },
): Promise<void> {
  if (requested === undefined) return;
  if (requested === null) return removeSchedule(trx, templateId);
  const stored = (await readSchedules(trx, [templateId], now)).get(templateId);
  const enabled = requested.enabled ?? stored?.enabled;
  const local_time = requested.local_time ?? storedLocalTime(stored, requested.start_time);
  const read = toScheduleInput({ ...requested, local_time, enabled }, now);
  const input = { ...read, local_time: keptLocalTime(read.start_time, read.local_time, zone) };
  if (input.end_time !== null && input.end_time <= input.start_time)
    throw new AppError('validation_failed', 'Schedule must end after its start', {
      errors: [{ in: 'body', path: '/schedule/end_time', message: 'must be after the start' }],
    });
  if (!stored || !isSame(stored, input)) await putSchedule(trx, templateId, input, now, zone);
}

/** Returns the stored local time if the start is the stored one: a number names no local time. */
const storedLocalTime = (
  stored: Schedule | undefined,
  startTime: number | undefined,
): string | null => (stored?.start_time === startTime ? (stored?.local_time ?? null) : null);

const isSame = (stored: Schedule, input: NormalizedInput): boolean =>
  stored.type === input.unit &&
  stored.recurrence === input.recurrence &&
  stored.start_time === input.start_time &&
  stored.local_time === input.local_time &&
  stored.end_time === input.end_time &&
  stored.enabled === input.enabled;
