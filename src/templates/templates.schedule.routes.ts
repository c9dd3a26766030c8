import { z } from 'zod';
import type { Context } from '../context.js';
import { data, IdParams, paged, paging, queryNumber } from '../http/common.js';
import type { App } from '../http/zod.js';
import {
  listScheduleHistory,
  previewSchedule,
  setTemplateScheduleEnabled,
} from './templates.schedule.service.js';
import { HistoryResponse, SwitchSchedule, TemplateResponse } from './templates.schemas.js';

const tag = 'Templates';

/** Schedules of templates, under /api/v1. */
export function addScheduleRoutes(app: App, ctx: Context): void {
  app.patch(
    '/templates/',
    {
      schema: { body: SwitchSchedule, response: { 200: data(TemplateResponse) } },
      config: {
        role: 'operator',
        tag,
        operation: 'setScheduleEnabled',
        summary: 'Enable or disable schedule',
        description: 'A disabled schedule is kept and starts no tasks.',
        errors: ['not_found', 'no_schedule'],
      },
    },
    async ({ body: { templates_id, enable } }) => ({
      data: await setTemplateScheduleEnabled(ctx, templates_id, enable),
    }),
  );
  addScheduleReadRoutes(app, ctx);
}

function addScheduleReadRoutes(app: App, ctx: Context): void {
  app.get(
    '/templates/:id/schedule/preview',
    {
      schema: {
        params: IdParams,
        querystring: z.strictObject({ count: queryNumber(1, 1000).default(10) }),
        response: { 200: data(z.array(z.int())) },
      },
      config: {
        role: 'viewer',
        tag,
        summary: 'Preview schedule',
        description: 'The next starts, as Unix times.',
        errors: ['not_found', 'no_schedule'],
      },
    },
    async (request) => ({
      data: await previewSchedule(ctx, request.params.id, request.query.count),
    }),
  );

  app.get(
    '/templates/:id/schedule/history',
    {
      schema: {
        params: IdParams,
        querystring: z.strictObject(paging),
        response: { 200: paged(HistoryResponse) },
      },
      config: {
        role: 'viewer',
        tag,
        summary: 'Get schedule history',
        description:
          'Outcomes of due starts, newest first: started, skipped or coalesced, and why.',
        errors: ['not_found'],
      },
    },
    async (request) => {
      const { items, total } = await listScheduleHistory(ctx, request.params.id, request.query);
      return { data: items, meta: { ...request.query, total } };
    },
  );
}
