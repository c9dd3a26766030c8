import type { Context } from '../context.js';
import { paged } from '../http/common.js';
import type { App } from '../http/zod.js';
import { selectAuditLines } from './audit.repository.js';
import { AuditLineResponse, AuditQuery } from './audit.schemas.js';

/** The audit log, bare and under /api/v2. */
export function auditRoutes(app: App, { audit, database }: Context): void {
  app.get(
    '/audit',
    {
      schema: { querystring: AuditQuery, response: { 200: paged(AuditLineResponse) } },
      config: {
        role: 'admin',
        tag: 'Audit',
        summary: 'List audit lines',
        description:
          'Who changed what, the newest first: one line for each request that changed data or was refused. ' +
          'Failed logins of one address are summed up. Kept for AUDIT_RETENTION_DAYS.',
      },
    },
    async ({ query: { limit, page, ...filter } }) => {
      await audit.flush();
      const { items, total } = selectAuditLines(database.reading(), filter, { limit, page });
      return { data: items, meta: { limit, page, total } };
    },
  );
}
