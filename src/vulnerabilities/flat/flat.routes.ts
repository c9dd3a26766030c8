import { z } from 'zod';
import type { Context } from '../../context.js';
import { sendJson } from '../../http/common.js';
import type { App } from '../../http/zod.js';
import { toNotChecked } from '../coverage/fleet-coverage.js';
import { FlatFindingQuery, FlatFindingResponse, FlatMeta } from './flat.schemas.js';
import { createFlatService } from './flat.service.js';

/** The findings of all hosts as one list, bare and under /api/v2. */
export function flatFindingRoutes(app: App, ctx: Context): void {
  const service = createFlatService(ctx);
  app.get(
    '/findings',
    {
      schema: {
        querystring: FlatFindingQuery,
        response: { 200: z.object({ data: z.array(FlatFindingResponse), meta: FlatMeta }) },
      },
      config: {
        role: 'viewer',
        tag: 'Vulnerabilities',
        summary: 'List the findings of all hosts',
        description:
          'One item for each vulnerability in each package or on each port of a host, highest risk ' +
          'first. With `state=new` or `fixed`: one for each that appeared or disappeared, also on ' +
          'hosts that were deleted since (their address is empty). `meta.not_checked` says how many ' +
          'hosts (of `host_id` or `group_id`, otherwise all) were not fully checked; ' +
          '`meta.changes` from when on changes are known.',
      },
    },
    async ({ query: { page, limit, sort, ...filter } }, reply) => {
      const { host_id, group_id } = filter;
      const [{ items, total, changes }, coverage] = await Promise.all([
        service.list({ filter, page: { page, limit }, sort }),
        ctx.fleet.ask('coverage', { host_id, group_id }),
      ]);
      const not_checked = toNotChecked(coverage);
      const meta = JSON.stringify({ page, limit, total, not_checked, changes });
      return sendJson(reply, `{"data":${items},"meta":${meta}}`);
    },
  );
}
