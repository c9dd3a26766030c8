import type { Context } from '../../context.js';
import { selectHosts } from '../../hosts/selection/host-selection.js';
import { data } from '../../http/common.js';
import type { App } from '../../http/zod.js';
import { loginRoleOf } from '../../tokens/tokens.js';
import {
  batchRequest,
  BatchResponse,
  OperationListResponse,
  OperationsQuery,
} from './batches.schemas.js';
import { listOperations, startBatch } from './batches.service.js';

const tag = 'Agents';

/** Operations of many hosts, bare and under /api/v2. */
export function batchRoutes(app: App, ctx: Context): void {
  app.post(
    '/agent-operations',
    {
      schema: { body: batchRequest(ctx.config), response: { 202: data(BatchResponse) } },
      config: {
        bulkBody: true,
        role: 'operator',
        tag,
        operation: 'startAgentBatch',
        summary: 'Install, update or uninstall many agents',
        errors: ['unknown_reference', 'selection_changed'],
        description:
          'Queues an operation for each host, as one batch. A host that cannot have one is in ' +
          '`refusals` with the code that `POST /hosts/{id}/agent` responds with. ' +
          'Instead of `host_ids`: `filter` with the names of `GET /hosts`, and `expected`, the number of ' +
          'hosts that it matches. The type of the credential decides about the operating system. ' +
          '`dry_run: true` logs in and checks everything, but makes no changes.',
      },
    },
    async ({ body, caller }) => {
      const host_ids =
        'filter' in body ? await selectHosts(ctx.fleet, body.filter, body.expected) : body.host_ids;
      const started = await startBatch(ctx, { ...body, host_ids }, loginRoleOf(caller));
      return { data: started };
    },
  );

  app.get(
    '/agent-operations',
    {
      schema: { querystring: OperationsQuery, response: { 200: OperationListResponse } },
      config: {
        role: 'viewer',
        tag,
        tagged: true,
        summary: 'List agent operations',
        description:
          'Operations of all hosts, newest first. With `batch`, `meta.batch` counts its operations ' +
          'by state, and its failures and refusals by code.',
        errors: ['not_found'],
      },
    },
    async ({ query }) => {
      const { items, total, batch } = await listOperations(ctx, query);
      return { data: items, meta: { page: query.page, limit: query.limit, total, batch } };
    },
  );
}
