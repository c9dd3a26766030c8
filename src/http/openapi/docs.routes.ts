import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { VERSION } from '../../version.js';
import type { App } from '../zod.js';
import { openApi, type DescribedRoute } from './openapi.js';
import { toYaml } from './yaml.js';

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
  let document: ApiDocument | undefined;
  const getDocument = (): ApiDocument => {
    document ??= serialize(openApi(routes, { version: VERSION, description: DESCRIPTION }));
    return document;
  };
  return {
    page: async (inner) => {
      addDocument(inner, getDocument);
      await addPage(inner, getDocument);
    },
  };
}

/** The OpenAPI document, and the bytes that are sent: anyone may request them, so they are created once. */
interface ApiDocument {
  value: Record<string, unknown>;
  json: SentText;
  /** built at its first request: few clients ask for it */
  yaml: () => SentText;
}

interface SentText {
  type: string;
  bytes: Buffer;
  etag: string;
}

function serialize(value: Record<string, unknown>): ApiDocument {
  let yaml: SentText | undefined;
  return {
    value,
    json: sentText('application/json; charset=utf-8', JSON.stringify(value)),
    yaml: () => {
      yaml ??= sentText('application/x-yaml; charset=utf-8', toYaml(value));
      return yaml;
    },
  };
}

function sentText(type: string, text: string): SentText {
  const bytes = Buffer.from(text);
  const hash = createHash('sha256').update(bytes).digest('base64url');
  return { type, bytes, etag: `"${hash.slice(0, 22)}"` };
}

/** Sends the document, or 304 to a client that has it. */
function sendDocument(
  { headers }: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  { type, bytes, etag }: SentText,
): FastifyReply {
  void reply.header('etag', etag).header('cache-control', 'no-cache');
  const known = headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (known?.includes(etag) === true) return reply.code(304).send();
  return reply.type(type).send(bytes);
}

function addDocument(app: App, getDocument: () => ApiDocument): void {
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
      (request, reply) => sendDocument(request, reply as never, getDocument().json) as never,
    );
}

async function addPage(app: App, getDocument: () => ApiDocument): Promise<void> {
  // Imported on demand: commands build the interface without this page.
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ]);
  // Relative: a proxy may add a prefix.
  app.get('/api/v2/docs', { config: { role: 'public', hidden: true } }, ({ url }, reply) =>
    reply.redirect(/^[^?]*\/(?:\?|$)/.test(url) ? '../../../docs' : '../../docs'),
  );
  await app.register(swagger, {
    mode: 'static',
    specification: { document: { toJSON: () => getDocument().value } as never },
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    // Its own handlers would serialize the document for each request.
    uiHooks: {
      onRequest: (request, reply, done) => {
        const { url } = request.routeOptions;
        if (url === '/docs/json') void sendDocument(request, reply, getDocument().json);
        else if (url === '/docs/yaml') void sendDocument(request, reply, getDocument().yaml());
        else done();
      },
    },
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
