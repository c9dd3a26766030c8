import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { z } from 'zod';
import { VERSION } from '../../version.js';
import { openApi, type DescribedRoute } from './openapi.js';
import { sendJson } from '../reply.js';
import type { App } from '../zod.js';

const DESCRIPTION =
  'Hosts, groups, credentials, templates, schedules and tasks of one hostwarden service. Times are Unix seconds. Errors are application/problem+json (RFC 9457) with a stable `code`.';

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="150" height="40"><text x="0" y="27" font-family="sans-serif" font-size="22" font-weight="bold" fill="white">hostwarden</text></svg>';

/**
 * Watches the routes that are added from now on, and gives a plugin, to be registered after them, that serves what they are:
 * `/openapi.json`, and a page at `/docs` that works without internet.
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
  return {
    page: async (inner) => {
      const schema = { response: { 200: z.record(z.string(), z.unknown()) } };
      const config = { role: 'public' as const, tag: 'Description', summary: 'This description' };
      let made: Record<string, unknown> | undefined; // at the first request: most starts of the service never show it, and it takes a moment
      const description = () =>
        (made ??= openApi(routes, { version: VERSION, description: DESCRIPTION }));
      for (const prefix of ['', '/api/v2'])
        inner.get(`${prefix}/openapi.json`, { schema, config }, (_request, reply) =>
          sendJson(reply, 200, JSON.stringify(description())),
        );
      inner.get('/api/v2/docs', { config: { role: 'public', hidden: true } }, (_request, reply) =>
        reply.redirect('/docs'),
      );
      await inner.register(swagger, {
        mode: 'static',
        specification: { document: { toJSON: description } as never },
      });
      await inner.register(swaggerUi, {
        routePrefix: '/docs',
        uiConfig: {
          persistAuthorization: false,
          docExpansion: 'list',
          defaultModelsExpandDepth: 0,
        },
        theme: { title: 'hostwarden' },
        logo: { type: 'image/svg+xml', content: Buffer.from(LOGO) },
        staticCSP:
          "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; script-src 'self'; object-src 'none'; base-uri 'self'; frame-ancestors 'self'",
      });
    },
  };
}
