import type { Context } from '../../context.js';
import { data, IdParams } from '../../http/common.js';
import type { App } from '../../http/zod.js';
import { SEVERITIES } from '../../knowledge/records.js';
import { getTemplate } from '../../templates/templates.service.js';
import { withParts } from '../../templates/included/template-parts.js';
import { CAUSES } from '../../vulnerabilities/ledger/cause.js';
import type { Database } from '../../database/database.js';
import { ChainCountsQuery, ChainCountsResponse } from './chain.schemas.js';
import type { CountedTask } from './chain.service.js';
import { countMissedIn } from './task-counts.repository.js';

/** Registers the chain of a template in numbers, under /api/v1. */
export function chainCountRoutes(app: App, ctx: Context): void {
  const readTemplate = async (id: number) =>
    withParts(ctx, await getTemplate(ctx, id), new Set(['groups'] as const));
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
        tasks: withMissedStarts(ctx, id, await ctx.readChainCounts(id, last)),
        ...(include && { template: await readTemplate(id) }),
      },
    }),
  );
}

/** Adds to each task how many starts were due since the end of the task before, and started none. */
function withMissedStarts(
  { database }: { database: Pick<Database, 'reading'> },
  templateId: number,
  tasks: readonly CountedTask[],
): (CountedTask & { missed_starts?: number })[] {
  const ends = tasks.map(({ finished_at }) => finished_at ?? 0);
  const spans = ends.slice(1).map((until, i) => ({ after: ends[i] ?? 0, until }));
  const counts = countMissedIn(database.reading(), templateId, spans);
  return tasks.map((task, i) => {
    const missed = counts[i - 1] ?? 0;
    return { ...task, ...(missed > 0 && { missed_starts: missed }) };
  });
}
