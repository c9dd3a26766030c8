import type { HTTPMethods } from 'fastify';
import { AppError } from '../errors.js';
import type { App } from './zod.js';

const ALL: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

/** Watches the routes that are added from now on; the function it gives adds a 405 with `Allow` for what they do not take. */
export function watchMethods(app: App): () => void {
  const known = new Map<string, Address>();
  app.addHook('onRoute', (route) => {
    if (route.config?.hidden) return;
    const address = known.get(bare(route.url)) ?? { methods: new Set(), open: true };
    for (const m of [route.method].flat()) address.methods.add(m);
    address.open &&= route.config?.role === 'public';
    known.set(bare(route.url), address);
  });
  return () => {
    for (const [url, address] of known) addRefusal(app, url, address);
  };
}

/** `open`: needs no token, so that a wrong method needs none either. */
interface Address { methods: Set<HTTPMethods>; open: boolean }

// `/hosts/` and `/hosts` are one address (ignoreTrailingSlash), and so are `:id` and `:host_id`.
const bare = (url: string): string => (url.length > 1 ? url.replace(/\/$/, '') : url);

function addRefusal(app: App, url: string, { methods, open }: Address): void {
  const allow = ALL.filter((m) => methods.has(m) || (m === 'HEAD' && methods.has('GET'))).join(', ');
  const others = ALL.filter((m) => !allow.split(', ').includes(m));
  const refuse = (): never => {
    throw new AppError('method_not_allowed', `This address takes ${allow}`, { headers: { allow } });
  };
  // Before the body is read: what the body holds does not matter any more.
  app.route({ method: others, url, config: { role: open ? 'public' : 'viewer', hidden: true }, onRequest: refuse, handler: refuse });
}
