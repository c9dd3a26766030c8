import { z } from 'zod';
import type { Context } from '../context.js';
import { requireHost } from '../hosts/hosts.service.js';
import { IdParams, paging } from '../http/common.js';
import type { App } from '../http/zod.js';
import { findLastScan, listServices } from './services.repository.js';
import { ServiceMeta, ServiceResponse } from './services.schemas.js';

/** Services of a host, bare and under /api/v2. */
export function serviceRoutes(app: App, ctx: Context): void {
  app.get(
    '/hosts/:id/services',
    {
      schema: {
        params: IdParams,
        querystring: z.strictObject(paging),
        response: { 200: z.object({ data: z.array(ServiceResponse), meta: ServiceMeta }) },
      },
      config: {
        role: 'viewer',
        tag: 'Hosts',
        tagged: true,
        summary: 'List services',
        description:
          'Latest known state. A port that was not scanned again keeps its old `last_seen`. ' +
          '`meta.last_scan` says which ports the last scan covered.',
        errors: ['not_found'],
      },
    },
    async ({ params: { id }, query }) => {
      const { db } = ctx.database;
      await requireHost(db, id);
      const { items, total } = await listServices(db, id, query);
      return { data: items, meta: { ...query, total, last_scan: await findLastScan(db, id) } };
    },
  );
}
