import type { FastifyRequest, HTTPMethods } from 'fastify';
import { AppError } from '../errors.js';
import type { App } from './zod.js';

const ALL: readonly HTTPMethods[] = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
];

/**
 * Watches the routes that are added from now on; the function it gives adds a 405 with `Allow` for what they do not take. Whatever no route takes is
 * refused before its body is read.
 */
export function addMethodNotAllowed(app: App): () => void {
  const known = new Map<string, Address>();
  app.addHook('onRoute', (route) => {
    if (route.config?.hidden) return;
    const address = known.get(bare(route.url)) ?? { methods: new Set(), open: true };
    for (const m of [route.method].flat()) address.methods.add(m);
    address.open &&= route.config?.role === 'public';
    known.set(bare(route.url), address);
  });
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.is404 ? nothingThere(request, known) : undefined);
  });
  return () => {
    for (const [url, address] of known) addRefusal(app, url, address);
  };
}

// Methods that Fastify has no routes for (WebDAV's and others) end up here too.
function nothingThere(
  { method, url }: FastifyRequest,
  known: ReadonlyMap<string, Address>,
): AppError {
  const path = bare(url.split('?')[0] ?? '');
  const there = ALL.some((m) => m === method)
    ? undefined
    : [...known].find(([address]) => patternOf(address).test(path));
  return there ? notTaken(there[1]) : routeNotFound(method, url);
}

/** 404 for an address that is none. */
export const routeNotFound = (method: string, url: string): AppError =>
  new AppError(
    'route_not_found',
    `There is nothing at ${method} ${url.split('?')[0]?.slice(0, 200) ?? ''}`,
  );

const patternOf = (url: string): RegExp =>
  new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`);

/** `open`: needs no token, so that a wrong method needs none either. */
interface Address {
  methods: Set<HTTPMethods>;
  open: boolean;
}

// `/hosts/` and `/hosts` are one address (ignoreTrailingSlash), and so are `:id` and `:host_id`.
const bare = (url: string): string => (url.length > 1 ? url.replace(/\/$/, '') : url);

const taken = ({ methods }: Address): HTTPMethods[] =>
  ALL.filter((m) => methods.has(m) || (m === 'HEAD' && methods.has('GET')));

function notTaken(address: Address): AppError {
  const allow = taken(address).join(', ');
  return new AppError('method_not_allowed', `This address takes ${allow}`, { headers: { allow } });
}

function addRefusal(app: App, url: string, address: Address): void {
  const others = ALL.filter((m) => !taken(address).includes(m));
  const refuse = (): never => {
    throw notTaken(address);
  };
  // Before the body is read: what the body holds does not matter any more.
  app.route({
    method: others,
    url,
    config: { role: address.open ? 'public' : 'viewer', hidden: true },
    onRequest: refuse,
    handler: refuse,
  });
}
