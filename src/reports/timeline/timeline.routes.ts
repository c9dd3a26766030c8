import type { Context } from '../../context.js';
import { data, IdParams } from '../../http/common.js';
import type { App } from '../../http/zod.js';
import { TimelineQuery, TimelineResponse } from './timeline.schemas.js';
import { getTimeline } from './timeline.service.js';

/** The timeline of a host, bare and under /api/v2. */
export function timelineRoutes(app: App, ctx: Context): void {
  app.get(
    '/hosts/:id/timeline',
    {
      schema: {
        params: IdParams,
        querystring: TimelineQuery,
        response: { 200: data(TimelineResponse) },
      },
      config: {
        role: 'viewer',
        tag: 'Hosts',
        summary: 'Get the timeline of a host',
        description:
          'Tasks with what they changed, changes of packages, agent operations and acceptances, from ' +
          '`from` (default: 90 days before `to`) to before `to` (default: now); at most 400 days.',
        errors: ['not_found'],
      },
    },
    async ({ params, query }) => ({ data: await getTimeline(ctx, params.id, query) }),
  );
}
