import { z } from 'zod';
import type { Context } from '../../../context.js';
import { data, NoContent } from '../../../http/common.js';
import type { App } from '../../../http/zod.js';
import { createVexService, type VexService } from './vex.service.js';

const tag = 'Acceptances';

const VexImportResponse = z
  .object({
    source: z.string().meta({ description: 'id of the document' }),
    by: z.string().meta({ description: 'its author' }),
    format: z.enum(['openvex', 'csaf']),
    acceptances: z.int().meta({ description: 'of this document that are active now' }),
    added: z.int(),
    ended: z.int().meta({ description: 'of an earlier version of the document' }),
    skipped: z
      .object({
        product: z
          .int()
          .meta({ description: 'the product is not a package or service it can match' }),
        version: z.int().meta({ description: '`fixed` without a version' }),
        contradicted: z.int().meta({ description: 'some of these versions are affected' }),
      })
      .meta({ description: 'statements that are not kept, by reason' }),
  })
  .meta({
    id: 'VexImport',
    examples: [
      {
        source: 'https://openvex.dev/docs/example/vex-9fb3463de1b57',
        by: 'Example Inc.',
        format: 'openvex',
        acceptances: 12,
        added: 2,
        ended: 0,
        skipped: { product: 3, version: 0, contradicted: 0 },
      },
    ],
  });

/** The bytes of the document: a worker thread parses them. */
const VexDocumentRequest = z.instanceof(Uint8Array, { error: 'the document is missing' }).meta({
  id: 'VexDocument',
  override: { type: 'object', additionalProperties: {} },
  description: 'an OpenVEX 0.2.0 or CSAF 2.0 VEX document',
  examples: [
    {
      '@context': 'https://openvex.dev/ns/v0.2.0',
      '@id': 'https://openvex.dev/docs/example/vex-9fb3463de1b57',
      author: 'Example Inc.',
      timestamp: '2026-01-08T18:02:03Z',
      version: 1,
      statements: [
        {
          vulnerability: { name: 'CVE-2024-6387' },
          products: [{ '@id': 'pkg:deb/debian/openssh-server?distro=debian-12' }],
          status: 'not_affected',
          justification: 'vulnerable_code_not_present',
        },
      ],
    },
  ],
});

const VexQuery = z.strictObject({
  source: z.string().min(1).max(1000).meta({ description: 'id of the document' }),
});

/** Statements of vendors, bare and under /api/v2. */
export function vexRoutes(app: App, ctx: Context): void {
  const service = createVexService(ctx);
  void app.register(async (inner: App) => {
    inner.removeContentTypeParser('application/json');
    inner.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    addImportRoute(inner, service);
  });
  addRemoveRoute(app, service);
}

function addImportRoute(app: App, service: VexService): void {
  app.post(
    '/vex',
    {
      schema: { body: VexDocumentRequest, response: { 201: data(VexImportResponse) } },
      config: {
        bulkBody: true,
        role: 'operator',
        tag,
        summary: 'Import a VEX document',
        description:
          'Statements with the status `not_affected` or `fixed` become acceptances of the ' +
          'kind `vendor`, matched by package URL and CPE name. ' +
          'They replace those of an earlier version of the document.',
        errors: ['vex_not_understood'],
      },
    },
    async ({ body }) => ({ data: await service.importDocument(body) }),
  );
}

function addRemoveRoute(app: App, service: VexService): void {
  app.delete(
    '/vex',
    {
      schema: { querystring: VexQuery, response: { 204: NoContent } },
      config: {
        role: 'operator',
        tag,
        summary: 'Switch off a VEX document',
        description: 'Ends all its acceptances. They stay in the register.',
        errors: ['not_found'],
      },
    },
    async ({ query }) => service.removeDocument(query.source),
  );
}
