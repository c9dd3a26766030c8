import type { Context } from '../../context.js';
import { data, IdParams } from '../../http/common.js';
import type { App } from '../../http/zod.js';
import { SEVERITIES } from '../../knowledge/records.js';
import { getTemplate } from '../../templates/templates.service.js';
import { withParts } from '../../templates/included/template-parts.js';
import type { ReportRenderer } from '../render-worker/pool.js';
import { ChainCountsQuery, ChainCountsResponse } from './chain.schemas.js';
import { createChainCounts } from './chain.service.js';
import { countEndedTasks } from './counting-ahead.js';
import { withMissedStarts } from './missed-starts.js';
import { CAUSES } from './task-counts.js';

/** Registers the chain of a template in numbers, under /api/v1. */
export function chainCountRoutes(app: App, ctx: Context, renderer: ReportRenderer): void {
  const readCounts = createChainCounts(ctx, renderer);
  const stopCounting = countEndedTasks(ctx, readCounts);
  const readTemplate = async (id: number) =>
    withParts(ctx, await getTemplate(ctx, id), new Set(['groups'] as const));
  app.addHook('onClose', (_app, done) => {
    stopCounting();
    done();
  });
  app.get(
    '/templates/:id/chain',
    {
      schema: {
        params: IdParams,
        querystring: ChainCountsQuery,
        response: { 200: data(ChainCountsResponse) },
      },
      config: {
        role: 'viewer',
        tag: 'Reports',
        operation: 'getTemplateChain',
        summary: 'Get the chain of a template in numbers',
        description:
          'The counts of the diff of each finished task, oldest first: the numbers of ' +
          '`GET /templates/{id}/diff` without its entries. ' +
          'They are computed soon after a task has ended, and stored. ' +
          '`include=template` adds the template, as `GET /templates/{id}?include=groups`.',
        errors: ['not_found'],
      },
    },
    async ({ params: { id }, query: { last, include } }) => ({
      data: {
        severities: [...SEVERITIES],
        causes: [...CAUSES],
        tasks: withMissedStarts(ctx, id, await readCounts(id, last)),
        ...(include && { template: await readTemplate(id) }),
      },
    }),
  );
}
