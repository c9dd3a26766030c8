import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { z } from 'zod';
import { VERSION } from '../../version.js';
import { sendJson } from '../common.js';
import type { App } from '../zod.js';
import { openApi, type DescribedRoute } from './openapi.js';

const DESCRIPTION =
  'REST API of a hostwarden service: hosts, groups, credentials, templates, schedules and tasks. ' +
  'Times are Unix seconds. Errors are application/problem+json (RFC 9457) with a stable `code`.';

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="150" height="40">' +
  '<text x="0" y="27" font-family="sans-serif" font-size="22" font-weight="bold" fill="white">' +
  'hostwarden</text></svg>';

const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "img-src 'self' data:",
  "style-src 'self' 'unsafe-inline'",
  "script-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "frame-ancestors 'self'",
].join('; ');

/**
 * Watches the routes added from now on. `page` is a plugin to register after them: it serves
 * `/openapi.json`, and a page at `/docs` that works without internet access.
 */
export function docsRoutes(app: App): { page: (app: App) => Promise<void> } {
  const routes: DescribedRoute[] = [];
  app.addHook('onRoute', (route) => {
    if (route.config?.hidden || route.method === 'HEAD') return;
    for (const method of [route.method].flat())
      routes.push({
        method,
        url: route.url,
        schema: (route.schema ?? {}) as DescribedRoute['schema'],
        config: route.config ?? {},
      });
  });
  // Built at the first request: it takes a moment, and most runs of the service never serve it.
  let document: Record<string, unknown> | undefined;
  const getDocument = (): Record<string, unknown> => {
    document ??= openApi(routes, { version: VERSION, description: DESCRIPTION });
    return document;
  };
  return {
    page: async (inner) => {
      addDocument(inner, getDocument);
      await addPage(inner, getDocument);
    },
  };
}

function addDocument(app: App, getDocument: () => Record<string, unknown>): void {
  const schema = { response: { 200: z.record(z.string(), z.unknown()) } };
  const config = {
    role: 'public' as const,
    tag: 'Description',
    operation: 'getOpenApiDocument',
    summary: 'OpenAPI document',
    description: 'This description, in OpenAPI 3.1.',
  };
  for (const prefix of ['', '/api/v2'])
    app.get(`${prefix}/openapi.json`, { schema, config }, (_request, reply) =>
      sendJson(reply, 200, JSON.stringify(getDocument())),
    );
}

async function addPage(app: App, getDocument: () => Record<string, unknown>): Promise<void> {
  app.get('/api/v2/docs', { config: { role: 'public', hidden: true } }, (_request, reply) =>
    reply.redirect('/docs'),
  );
  await app.register(swagger, {
    mode: 'static',
    specification: { document: { toJSON: getDocument } as never },
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: {
      persistAuthorization: false,
      docExpansion: 'list',
      defaultModelsExpandDepth: 0,
    },
    theme: { title: 'hostwarden' },
    logo: { type: 'image/svg+xml', content: Buffer.from(LOGO) },
    staticCSP: CONTENT_SECURITY_POLICY,
  });
}
