import type { Context } from '../../../context.js';
import { data } from '../../../http/common.js';
import type { App } from '../../../http/zod.js';
import { BulkAcceptanceRequest, BulkAcceptanceResponse } from './bulk.schemas.js';
import { acceptMany } from './bulk.service.js';

/** Many acceptances at once, bare and under /api/v2. */
export function bulkAcceptanceRoutes(app: App, ctx: Context): void {
  app.post(
    '/acceptances/bulk',
    {
      schema: { body: BulkAcceptanceRequest, response: { 200: data(BulkAcceptanceResponse) } },
      config: {
        role: 'operator',
        tag: 'Acceptances',
        operation: 'createAcceptances',
        summary: 'Accept many findings',
        description:
          'Stores an acceptance for each vulnerability of the selected open findings, on its host and in its ' +
          'package or on its port, or for the given hosts: all of them, or none. With `dry_run`, only says how ' +
          'many findings on how many hosts they cover. `selection_changed` if no open finding is selected, or ' +
          'if their number is not `expected`. At most 1,000 acceptances; each has a line in the audit log.',
        errors: ['unknown_reference', 'selection_changed'],
      },
    },
    async ({ body, caller }) => ({ data: await acceptMany(ctx, body, caller?.name ?? '') }),
  );
}
