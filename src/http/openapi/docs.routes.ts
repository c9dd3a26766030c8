import { z } from 'zod';
import { VERSION } from '../../version.js';
import type { App } from '../zod.js';
import { createApiDocument, sendDocument, type ApiDocument } from './api-document.js';
import { docsPage } from './docs.page.js';
import { openApi, type DescribedRoute } from './openapi.js';

const DESCRIPTION =
  'REST API of a hostwarden service: hosts, groups, credentials, templates, schedules and tasks. ' +
  'Times are Unix seconds. Errors are application/problem+json (RFC 9457) with a stable `code`.';

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
  const document = createApiDocument(() =>
    openApi(routes, { version: VERSION, description: DESCRIPTION }),
  );
  return {
    page: async (inner) => {
      addDocument(inner, document);
      docsPage(inner, document);
    },
  };
}

function addDocument(app: App, document: ApiDocument): void {
  const schema = { response: { 200: z.record(z.string(), z.unknown()) } };
  const config = {
    role: 'public' as const,
    tag: 'Description',
    operation: 'getOpenApiDocument',
    summary: 'OpenAPI document',
    description: 'This description, in OpenAPI 3.1.',
  };
  for (const prefix of ['', '/api/v2'])
    app.get(
      `${prefix}/openapi.json`,
      { schema, config },
      (request, reply) => sendDocument(request, reply as never, document.json()) as never,
    );
}
