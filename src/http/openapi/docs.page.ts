import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { App } from '../zod.js';
import { sendDocument, type ApiDocument } from './api-document.js';

const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "img-src 'self' data:",
  "style-src 'self' 'unsafe-inline'",
  "script-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "frame-ancestors 'self'",
].join('; ');

/** The files of Swagger UI that the page loads, with their types. */
const FILES: Readonly<Record<string, string>> = {
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

const START = `const { src } = document.currentScript;
addEventListener('load', () => {
  SwaggerUIBundle({
    url: new URL('../json', src).href,
    dom_id: '#swagger-ui',
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    persistAuthorization: false,
    validatorUrl: null,
  });
});
`;

/** Returns the page. @param folder of the files, relative to the page: a proxy may add a prefix */
const renderPage = (folder: string): string => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>hostwarden</title>
<link rel="stylesheet" href="${folder}swagger-ui.css">
<link rel="icon" type="image/png" href="${folder}favicon-32x32.png">
</head>
<body>
<div id="swagger-ui"></div>
<script src="${folder}swagger-ui-bundle.js"></script>
<script src="${folder}start.js"></script>
</body>
</html>
`;

/** They are pages, not part of the interface that the document describes. */
const config = { role: 'public' as const, hidden: true };

/** Adds the page at `/docs`: Swagger UI, which shows the document without internet access. */
export function docsPage(app: App, document: ApiDocument): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.routeOptions.url?.startsWith('/docs') === true)
      void reply.header('content-security-policy', CONTENT_SECURITY_POLICY);
    done(null, payload);
  });
  app.get('/api/v2/docs', { config }, ({ url }, reply) =>
    reply.redirect(hasFinalSlash(url) ? '../../../docs' : '../../docs'),
  );
  app.get('/docs', { config }, ({ url }, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .send(renderPage(hasFinalSlash(url) ? 'static/' : 'docs/static/')),
  );
  app.get(
    '/docs/json',
    { config },
    (request, reply) => sendDocument(request, reply as never, document.json()) as never,
  );
  app.get(
    '/docs/yaml',
    { config },
    (request, reply) => sendDocument(request, reply as never, document.yaml()) as never,
  );
  app.get('/docs/static/start.js', { config }, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(START),
  );
  for (const [name, type] of Object.entries(FILES))
    app.get(`/docs/static/${name}`, { config }, async (_request, reply) => {
      void reply.header('cache-control', 'public, max-age=3600').type(type);
      return readFile(new URL(name, filesFolder()));
    });
}

const hasFinalSlash = (url: string): boolean => /^[^?]*\/(?:\?|$)/.test(url);

/** Returns the folder of the files: the copy of the build, or the package where nothing is built. */
function filesFolder(): URL {
  const copy = new URL('./static/', import.meta.url);
  if (existsSync(copy)) return copy;
  const require = createRequire(import.meta.url);
  return pathToFileURL(require.resolve('@fastify/swagger-ui/static/swagger-ui.css'));
}
