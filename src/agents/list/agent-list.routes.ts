import type { Context } from '../../context.js';
import type { App } from '../../http/zod.js';
import { VERSION } from '../../version.js';
import { AgentListQuery, AgentListResponse } from './agent-list.schemas.js';
import { listAgents } from './agent-list.service.js';

/** The agents of all hosts, bare and under /api/v2. */
export function agentListRoutes(app: App, ctx: Context): void {
  app.get(
    '/agents',
    {
      schema: { querystring: AgentListQuery, response: { 200: AgentListResponse } },
      config: {
        role: 'viewer',
        tag: 'Agents',
        tagged: true,
        summary: 'List agents',
        description:
          'The agents of all hosts with their last check-in and operation. `outdated` says that the ' +
          'version differs from the one that an update installs.',
      },
    },
    async ({ query }) => {
      const { items, total } = await listAgents(ctx, query, VERSION);
      const { page, limit } = query;
      return { data: items, meta: { page, limit, total, version: VERSION } };
    },
  );
}
