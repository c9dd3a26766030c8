import { z } from 'zod';
import type { Context } from '../context.js';
import { requireHost } from '../hosts/hosts.service.js';
import { NameFilter } from '../hosts/hosts.schemas.js';
import { data, IdParams, paged, paging, type Page } from '../http/common.js';
import { compressedBody } from '../http/compressed-body.js';
import { sendJson } from '../http/reply.js';
import type { App } from '../http/zod.js';
import { storeReport } from './inventories.service.js';
import { changesJson, importedJson, packagesJson, type JsonPage } from './inventory.json.js';
import {
  Imported,
  NewReport,
  PackageResponse,
  PackageChangeResponse,
} from './inventory.schemas.js';

/** A report is raw text: it may be larger than other bodies. */
export const REPORT_LIMIT = 32 << 20;
const tag = 'Inventories';

/** What hosts tell of themselves, bare and under /api/v2. */
export function inventoryRoutes(app: App, ctx: Context): void {
  const list = ({ items, total }: JsonPage, { page, limit }: Page): string =>
    `{"data":${items},"meta":${JSON.stringify({ page, limit, total })}}`;

  app.get(
    '/hosts/:id/inventory/packages',
    {
      schema: {
        params: IdParams,
        querystring: z.strictObject({ name: NameFilter.optional(), ...paging }),
        response: { 200: paged(PackageResponse) },
      },
      config: {
        role: 'viewer',
        tag,
        summary: 'Packages of a host',
        description:
          'Those of the stored inventory, by name. `name`: a part of the name, in any case.',
        errors: ['not_found'],
      },
    },
    async (request, reply) => {
      await requireHost(ctx.database.db, request.params.id);
      return sendJson(
        reply,
        200,
        list(packagesJson(ctx.database.reading(), request.params.id, request.query), request.query),
      );
    },
  );

  app.get(
    '/hosts/:id/inventory/changes',
    {
      schema: {
        params: IdParams,
        querystring: z.strictObject(paging),
        response: { 200: paged(PackageChangeResponse) },
      },
      config: {
        role: 'viewer',
        tag,
        summary: 'Changes of packages',
        description:
          'What was installed, removed, upgraded or downgraded between the inventories of a host, newest first. The first inventory is no change.',
        errors: ['not_found'],
      },
    },
    async (request, reply) => {
      await requireHost(ctx.database.db, request.params.id);
      return sendJson(
        reply,
        200,
        list(changesJson(ctx.database.reading(), request.params.id, request.query), request.query),
      );
    },
  );

  app.put(
    '/hosts/:id/inventory',
    {
      bodyLimit: REPORT_LIMIT + 1,
      preParsing: compressedBody(REPORT_LIMIT),
      schema: { params: IdParams, body: NewReport, response: { 200: data(Imported) } },
      config: {
        role: 'operator',
        tag,
        summary: 'Import an inventory',
        errors: ['not_found', 'nothing_readable'],
        description:
          'For hosts that nobody may log in to: what `hostwarden inventory collect` prints, as sections of unchanged text. What could not be read is named in `warnings`, and the rest is used. Takes `Content-Encoding: gzip`, up to 32 MiB unpacked.',
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      await requireHost(ctx.database.db, id);
      await storeReport(ctx, id, request.body.sections, {
        source: 'import',
        collectedAt: request.body.collected_at,
      });
      return sendJson(reply, 200, `{"data":${importedJson(ctx.database.reading(), id) ?? 'null'}}`);
    },
  );
}
