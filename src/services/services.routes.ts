import { z } from 'zod';
import type { Context } from '../context.js';
import { requireHost } from '../hosts/hosts.service.js';
import { IdParams, paged, paging } from '../http/common.js';
import type { App } from '../http/zod.js';
import { listServices } from './services.repository.js';
import { ServiceResponse } from './services.schemas.js';

/** Services of a host, bare and under /api/v2. */
export function serviceRoutes(app: App, ctx: Context): void {
  app.get(
    '/hosts/:id/services',
    {
      schema: {
        params: IdParams,
        querystring: z.strictObject(paging),
        response: { 200: paged(ServiceResponse) },
      },
      config: {
        role: 'viewer',
        tag: 'Hosts',
        tagged: true,
        summary: 'List services',
        description:
          'Latest known state. A port that was not scanned again keeps its old `last_seen`.',
        errors: ['not_found'],
      },
    },
    async (request) => {
      await requireHost(ctx.database.db, request.params.id);
      const { items, total } = await listServices(
        ctx.database.db,
        request.params.id,
        request.query,
      );
      return { data: items, meta: { ...request.query, total } };
    },
  );
}
