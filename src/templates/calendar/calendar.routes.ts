import type { Context } from '../../context.js';
import { data } from '../../http/common.js';
import type { App } from '../../http/zod.js';
import {
  CalendarResponse,
  SchedulePreview,
  SchedulePreviewResponse,
  StartsQuery,
} from './calendar.schemas.js';
import { listStarts, previewUnsaved } from './calendar.service.js';

const tag = 'Templates';

/** Schedules of all templates, and of those that are not stored yet; bare and under /api/v2. */
export function calendarRoutes(app: App, ctx: Context): void {
  app.post(
    '/schedules/preview',
    {
      schema: { body: SchedulePreview, response: { 200: data(SchedulePreviewResponse) } },
      config: {
        role: 'operator',
        tag,
        operation: 'previewUnsavedSchedule',
        summary: 'Preview a schedule before saving',
        description:
          'The next starts of a schedule that is not stored, with clock changes marked. ' +
          'The errors are those of saving it. Nothing is stored.',
      },
    },
    ({ body }) => ({ data: previewUnsaved(ctx, body) }),
  );

  app.get(
    '/schedules/starts',
    {
      schema: { querystring: StartsQuery, response: { 200: CalendarResponse } },
      config: {
        role: 'viewer',
        tag,
        summary: 'List the starts of schedules',
        description:
          'The starts of each template with a schedule from `from` (default: now) to before `to` ' +
          '(default: 7 days later; at most 62): due ones with their result and task, and planned ones.',
      },
    },
    async ({ query }) => {
      const { items, total, range } = await listStarts(ctx, query);
      const { page, limit } = query;
      const zone = ctx.config.SCHEDULE_TIMEZONE;
      return { data: items, meta: { page, limit, total, ...range, zone } };
    },
  );
}
