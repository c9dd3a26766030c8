import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.js';
import { AppError } from '../errors.js';
import { routeNotFound } from '../http/method-not-allowed.js';
import type { App } from '../http/zod.js';
import { consoleLocation } from './base-path.js';
import { readConsole, type ConsoleFile, type ConsoleFiles } from './console-files.js';
import { chooseEncoding } from '../http/compression/accept-encoding.js';
import { acceptsHtml, consolePath } from './console-path.js';

/** Nothing is loaded from elsewhere, and no text becomes script or markup. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const PAGE_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-cache',
};
/**
 * Browsers follow it over TLS and on loopback only, and complain about it elsewhere. They send Sec-Fetch-Site to the
 * same origins only.
 */
const TRUSTED_PAGE_HEADERS = { 'cross-origin-opener-policy': 'same-origin' };
const ASSET_HEADERS = {
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'public, max-age=31536000, immutable',
  vary: 'accept-encoding',
};

/** They are pages, not part of the interface that the OpenAPI document describes. */
const config = { role: 'public' as const, hidden: true };

/** Adds the console under `/ui/`. It needs no token: the page holds no data. */
export function consoleRoutes(
  app: App,
  {
    consoleFolder,
    eventStream,
    program,
    config: { BASE_PATH: basePath },
  }: Pick<Context, 'consoleFolder' | 'eventStream' | 'program' | 'config'>,
): void {
  const files = readConsole(consoleFolder, program);
  // Before anything is read: an open page follows the events after its oldest response.
  app.addHook('preValidation', (request, reply, done) => {
    if (request.caller?.session_id !== undefined)
      void reply.header('hostwarden-events', `${eventStream.newestSeq()}`);
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (files && request.caller?.session_id !== undefined) {
      void reply.header('hostwarden-version', files.version); // an open page compares it with its own
      void reply.header('hostwarden-program', encodeURI(program)); // for the commands on the page
    }
    done(null, payload);
  });
  const send = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (!files) throw new AppError('route_not_found', 'The console is not built: "npm run build"');
    return sendConsole(files, request, reply);
  };
  for (const url of ['/ui', '/ui/*'])
    app.get(url, { config }, (request, reply) => send(request, reply) as never);
  app.get('/', { config }, (request, reply) => {
    if (acceptsHtml(request.headers.accept))
      return reply.redirect(consoleLocation(request.originalUrl, basePath));
    throw routeNotFound('GET', '/');
  });
}

function sendConsole(
  { shell, assets }: ConsoleFiles,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const path = consolePath(request.url);
  if (path.kind === 'folder') return reply.redirect('ui/');
  if (path.kind === 'page') return sendPage(shell(path.depth), request, reply);
  const file = assets.get(path.name);
  if (!file) throw routeNotFound('GET', request.url);
  return sendAsset(file, request, reply);
}

function sendPage(html: string, { headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (headers['sec-fetch-site'] !== undefined) void reply.headers(TRUSTED_PAGE_HEADERS);
  return reply.headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(html);
}

function sendAsset(
  { type, bytes, br, gzip }: ConsoleFile,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const header = request.headers['accept-encoding'];
  const encoding = chooseEncoding(header, { br: br !== undefined, gzip: gzip !== undefined });
  void reply.headers(ASSET_HEADERS).type(type);
  if (encoding === null) return reply.send(bytes);
  return reply.header('content-encoding', encoding).send(encoding === 'br' ? br : gzip);
}
