import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { z } from 'zod';
import { VERSION } from '../version.js';
import { openApi, type DescribedRoute } from './openapi.js';
import { sendJson } from './reply.js';
import type { App } from './zod.js';

const DESCRIPTION = 'Hosts, groups, credentials, templates, schedules and tasks of one hostwarden service. Times are Unix seconds. Errors are application/problem+json (RFC 9457) with a stable `code`.';

/**
 * Watches the routes that are added from now on, and gives a plugin, to be registered after them, that serves what they are:
 * `/openapi.json`, and a page at `/docs` that works without internet.
 */
export function docsRoutes(app: App): { page: (app: App) => Promise<void> } {
  const routes: DescribedRoute[] = [];
  app.addHook('onRoute', (route) => {
    if (route.config?.hidden || route.method === 'HEAD') return;
    for (const method of [route.method].flat()) routes.push({ method, url: route.url, schema: (route.schema ?? {}) as DescribedRoute['schema'], config: route.config ?? {} });
  });
  return {
    page: async (inner) => {
      const schema = { response: { 200: z.record(z.string(), z.unknown()) } };
      const config = { role: 'public' as const, tag: 'Description', summary: 'This description' };
      let text = '';
      for (const prefix of ['', '/api/v2']) inner.get(`${prefix}/openapi.json`, { schema, config }, (_request, reply) => sendJson(reply, 200, text));
      inner.get('/api/v2/docs', { config: { role: 'public', hidden: true } }, (_request, reply) => reply.redirect('/docs'));
      const document = openApi(routes, { version: VERSION, description: DESCRIPTION });
      text = JSON.stringify(document);
      await inner.register(swagger, { mode: 'static', specification: { document: document as never } });
      await inner.register(swaggerUi, { routePrefix: '/docs', uiConfig: { persistAuthorization: false, docExpansion: 'none' }, staticCSP: "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; script-src 'self'; object-src 'none'; base-uri 'self'; frame-ancestors 'self'" });
    },
  };
}
