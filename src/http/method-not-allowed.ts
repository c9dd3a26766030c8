import type { FastifyRequest, HTTPMethods } from 'fastify';
import { AppError } from '../errors.js';
import type { App } from './zod.js';

const ALL_METHODS: readonly HTTPMethods[] = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
];

interface Endpoint {
  /** matches its paths, without a trailing slash */
  pattern: RegExp;
  methods: Set<HTTPMethods>;
  /** whether no route of it needs a token; a wrong method needs none either then */
  isPublic: boolean;
}

/**
 * Watches the routes added from now on. The returned function adds a 405 with `Allow` for the methods
 * that their URLs do not support. Requests without a route are rejected before their body is read.
 */
export function addMethodNotAllowed(app: App): () => void {
  const endpoints = new Map<string, Endpoint>();
  app.addHook('onRoute', (route) => {
    if (route.config?.hidden) return;
    const url = withoutTrailingSlash(route.url);
    const endpoint = endpoints.get(url) ?? {
      pattern: toRegExp(url),
      methods: new Set(),
      isPublic: true,
    };
    for (const method of [route.method].flat()) endpoint.methods.add(method);
    endpoint.isPublic &&= route.config?.role === 'public';
    endpoints.set(url, endpoint);
  });
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.is404 ? routeError(request, endpoints) : undefined);
  });
  return () => {
    for (const [url, endpoint] of endpoints) addMethodErrors(app, url, endpoint);
  };
}

// Fastify has no routes for some methods (WebDAV and others): they end up here too.
function routeError(
  { method, url }: FastifyRequest,
  endpoints: ReadonlyMap<string, Endpoint>,
): AppError {
  const path = withoutTrailingSlash(url.split('?')[0] ?? '');
  const find = (wanted: string): Endpoint | undefined =>
    [...endpoints.values()].find(({ pattern }) => pattern.test(wanted));
  const found = ALL_METHODS.some((m) => m === method) ? undefined : find(path);
  return found
    ? methodNotAllowed(found)
    : routeNotFound(
        method,
        url,
        otherPaths(path).filter((other) => find(other)),
      );
}

const MAX_SHOWN_PATH = 200;
// Each bare path exists under /api/v2 too.
const PREFIXES = ['', '/api/v1', '/agent/v1'];

/** Returns the same path under the other prefixes of the API. */
function otherPaths(path: string): string[] {
  if (path.length > MAX_SHOWN_PATH) return [];
  const bare = path.replace(/^(?:\/api|\/agent)?(?:\/v\d+)?(?=\/)/, '');
  return PREFIXES.map((prefix) => prefix + bare).filter((other) => other !== path);
}

/**
 * Returns the 404 for a URL without a route.
 * @param others paths of other versions that exist
 */
export function routeNotFound(
  method: string,
  url: string,
  others: readonly string[] = [],
): AppError {
  const path = url.split('?')[0]?.slice(0, MAX_SHOWN_PATH) ?? '';
  const hint = others.length === 0 ? '' : `; it exists as ${others.join(' and ')}`;
  return new AppError('route_not_found', `Route ${method} ${path} not found${hint}`);
}

const toRegExp = (url: string): RegExp =>
  new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`);

// `/hosts/` and `/hosts` are one endpoint (ignoreTrailingSlash).
const withoutTrailingSlash = (url: string): string =>
  url.length > 1 ? url.replace(/\/$/, '') : url;

const allowedMethods = ({ methods }: Endpoint): HTTPMethods[] =>
  ALL_METHODS.filter((m) => methods.has(m) || (m === 'HEAD' && methods.has('GET')));

function methodNotAllowed(endpoint: Endpoint): AppError {
  const allow = allowedMethods(endpoint).join(', ');
  return new AppError('method_not_allowed', `Method not allowed; allowed: ${allow}`, {
    headers: { allow },
  });
}

function addMethodErrors(app: App, url: string, endpoint: Endpoint): void {
  const others = ALL_METHODS.filter((m) => !allowedMethods(endpoint).includes(m));
  const reject = (): never => {
    throw methodNotAllowed(endpoint);
  };
  // `onRequest` rejects before the body is read; its content does not matter.
  app.route({
    method: others,
    url,
    config: { role: endpoint.isPublic ? 'public' : 'viewer', hidden: true },
    onRequest: reject,
    handler: reject,
  });
}
