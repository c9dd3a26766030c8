import { z } from 'zod';
import { Meta, paging, Timestamp } from '../../http/common.js';
import { Time } from '../../schedules/times.schemas.js';
import { RequestSchedule } from '../templates.schedule.schemas.js';

export const SchedulePreview = z
  .strictObject({
    schedule: RequestSchedule,
    count: z.int().min(1, 'must be at least 1').max(100, 'must be at most 100').default(5),
  })
  .meta({
    id: 'SchedulePreviewRequest',
    examples: [
      { schedule: { type: 3, recurrence: 1, start_time: '2026-03-27T02:30:00+01:00' }, count: 3 },
    ],
  });
export type SchedulePreview = z.output<typeof SchedulePreview>;

export const SchedulePreviewResponse = z
  .object({
    zone: z.string().meta({ description: 'the time zone of schedules: `SCHEDULE_TIMEZONE`' }),
    starts: z.array(
      z.object({
        at: Timestamp,
        local: z.string().meta({ description: 'the time in that zone, ISO 8601 with the offset' }),
        clock_change: z
          .enum(['forward', 'backward'])
          .nullable()
          .meta({ description: 'the clock of the zone changed since the start before' }),
        local_time: z.enum(['normal', 'skipped', 'repeated']).meta({
          description:
            'skipped: the clock change skips the local time, and the start is moved forward; ' +
            'repeated: the local time happens twice, and the first one counts',
        }),
      }),
    ),
  })
  .meta({
    id: 'SchedulePreview',
    examples: [
      {
        zone: 'Europe/Berlin',
        starts: [
          {
            at: 1_774_747_800,
            local: '2026-03-29T03:30:00+02:00',
            clock_change: 'forward',
            local_time: 'skipped',
          },
        ],
      },
    ],
  });

export const StartsQuery = z.strictObject({
  from: Time.optional(),
  to: Time.optional(),
  ...paging,
});
export type StartsQuery = z.output<typeof StartsQuery>;

const PastStart = z.object({
  due_at: Timestamp,
  result: z.enum(['started', 'skipped', 'coalesced']),
  reason: z.string().nullable(),
  task_id: z.int().nullable(),
  status: z.enum(['working', 'completed', 'failed', 'stopped']).nullable(),
  started_at: Timestamp.nullable(),
  finished_at: Timestamp.nullable(),
});

const CalendarItem = z
  .object({
    template_id: z.int(),
    name: z.string(),
    enabled: z.boolean(),
    expected_seconds: z.int().nullable().meta({
      description: 'median length of the last five completed tasks; null: no task completed',
    }),
    past: z.array(PastStart).meta({ description: 'due starts, ascending: the newest 100' }),
    past_truncated: z.boolean(),
    planned: z
      .array(Timestamp)
      .meta({ description: 'starts to come, ascending: the first 100; none if disabled' }),
    planned_truncated: z.boolean(),
  })
  .meta({
    id: 'CalendarItem',
    examples: [
      {
        template_id: 3,
        name: 'nightly',
        enabled: true,
        expected_seconds: 340,
        past: [
          {
            due_at: 1_790_042_400,
            result: 'started',
            reason: null,
            task_id: 12,
            status: 'completed',
            started_at: 1_790_042_400,
            finished_at: 1_790_042_740,
          },
        ],
        past_truncated: false,
        planned: [1_790_128_800],
        planned_truncated: false,
      },
    ],
  });
export type CalendarItem = z.output<typeof CalendarItem>;

export const CalendarResponse = z.object({
  data: z.array(CalendarItem),
  meta: Meta.extend({ from: Timestamp, to: Timestamp, zone: z.string() }),
});
