import { z } from 'zod';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.js';
import { NameFilter } from '../hosts/hosts.schemas.js';
import { requireHost } from '../hosts/hosts.service.js';
import { data, IdParams, paged, paging, sendJson, type Page } from '../http/common.js';
import { compressedBody } from '../http/compression/compressed-body.js';

import type { App } from '../http/zod.js';
import { AppError } from '../errors.js';
import { changesJson, inventoryJson, packagesJson, type JsonPage } from './inventory.json.js';
import {
  ImportRequest,
  ImportResponse,
  PackageResponse,
  PackageChangeResponse,
} from './inventory.schemas.js';
import { decodeReport } from './report/report-format.js';

/** Reports are raw text: the limit is higher than for other bodies. */
const MAX_BODY_BYTES = 32 << 20;
const tag = 'Inventories';

/** The inventories of hosts, unversioned and under /api/v2. */
export function inventoryRoutes(app: App, ctx: Context): void {
  listPackages(app, ctx);
  listChanges(app, ctx);
  void app.register(async (inner: App) => {
    addReportBodies(inner);
    importReport(inner, ctx);
  });
}

function listPackages(app: App, ctx: Context): void {
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
        tagged: true,
        summary: 'List packages',
        description:
          'Packages of the stored inventory, ordered by name. `name`: part of the name, case-insensitive.',
        errors: ['not_found'],
      },
    },
    async ({ params: { id }, query }, reply) => {
      await requireHost(ctx.database.db, id);
      return sendJson(reply, pageJson(packagesJson(ctx.database.reading(), id, query), query));
    },
  );
}

function listChanges(app: App, ctx: Context): void {
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
        tagged: true,
        summary: 'List package changes',
        description:
          'Packages that were installed, removed, upgraded or downgraded between inventories ' +
          'of a host, latest first. The first inventory produces no changes.',
        errors: ['not_found'],
      },
    },
    async ({ params: { id }, query }, reply) => {
      await requireHost(ctx.database.db, id);
      return sendJson(reply, pageJson(changesJson(ctx.database.reading(), id, query), query));
    },
  );
}

function importReport(app: App, ctx: Context): void {
  app.put(
    '/hosts/:id/inventory',
    {
      bodyLimit: MAX_BODY_BYTES + 1,
      preParsing: compressedBody(MAX_BODY_BYTES),
      schema: { params: IdParams, body: ImportRequest, response: { 200: data(ImportResponse) } },
      config: {
        role: 'operator',
        tag,
        summary: 'Import an inventory',
        errors: ['not_found', 'nothing_readable'],
        description:
          'For hosts without remote login: the output of `hostwarden inventory collect`, ' +
          'as sections of raw text, or unchanged with the type `text/plain`. Unreadable parts are listed in ' +
          '`warnings`; ' +
          'the rest is stored. Accepts `Content-Encoding: gzip`, up to 32 MiB decompressed.',
      },
    },
    async ({ params: { id }, body }, reply) => {
      await requireHost(ctx.database.db, id);
      await ctx.inventories.storeReport(id, body.sections, {
        source: 'import',
        collectedAt: body.collected_at,
      });
      await ctx.database.groupCommit(() =>
        ctx.eventStream.append({ event: 'host.inventory.imported', host_id: id }),
      );
      const json = inventoryJson(ctx.database.reading(), id) ?? 'null';
      return sendJson(reply, `{"data":${json}}`);
    },
  );
}

const pageJson = ({ items, total }: JsonPage, { page, limit }: Page): string =>
  `{"data":${items},"meta":${JSON.stringify({ page, limit, total })}}`;

const PROBLEMS = {
  too_large: 'The report is too large',
  damaged: 'The report is corrupt: it cannot be decompressed',
  not_a_report: 'This is not a report: send the output of `hostwarden inventory collect`',
  truncated: 'The report is truncated: collect it again',
} as const;

/**
 * Lets the routes of this scope take a report as a collector prints it, plain or gzip, in place of JSON. Their body is
 * `{ sections }` then. A body that is no report fails with `nothing_readable`.
 */
function addReportBodies(app: Pick<FastifyInstance, 'addContentTypeParser'>): void {
  app.addContentTypeParser(
    ['application/octet-stream', 'text/plain'],
    { parseAs: 'buffer' },
    (_request, body, done) => {
      const report = decodeReport(body as Buffer);
      if (report.ok) done(null, { sections: report.sections });
      else done(new AppError('nothing_readable', PROBLEMS[report.reason]));
    },
  );
}
