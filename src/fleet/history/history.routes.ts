import { z } from 'zod';
import type { Context } from '../../context.js';
import { data } from '../../http/common.js';
import { validationFailed, type App } from '../../http/zod.js';
import { HistoryDayResponse, HistoryQuery } from './history.schemas.js';
import { getHistory, getTemplateHistory } from './history.service.js';

const ONE_SELECTION = {
  in: 'query',
  path: '/template_id',
  message: 'must not be given with group_id',
} as const;

/** The fleet day by day, bare and under /api/v2. */
export function historyRoutes(app: App, ctx: Context): void {
  app.get(
    '/history',
    {
      schema: { querystring: HistoryQuery, response: { 200: data(z.array(HistoryDayResponse)) } },
      config: {
        role: 'viewer',
        tag: 'Fleet',
        summary: 'Get the history of the fleet',
        description:
          'One entry for each UTC day, oldest first, from the first recorded day on: ' +
          'open findings, those that appeared and disappeared by cause, and hosts checked. ' +
          'A value that was not observed is null, not 0. Two years are kept.',
        errors: ['not_found'],
      },
    },
    async ({ query: { template_id, ...query } }) => {
      if (template_id === undefined) return { data: await getHistory(ctx, query) };
      if (query.group_id !== undefined) throw validationFailed([ONE_SELECTION]);
      const { days } = query;
      return { data: await getTemplateHistory(ctx, { days, template_id }) };
    },
  );
}
