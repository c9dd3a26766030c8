import type { HTTPMethods } from 'fastify';
import { AppError } from '../errors.js';
import type { App } from './zod.js';

const ALL: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Watches the routes that are added from now on; the function it gives adds a 405 with `Allow` for what they do not take. */
export function watchMethods(app: App): () => void {
  const known = new Map<string, Set<HTTPMethods>>();
  app.addHook('onRoute', (route) => {
    if (route.config?.hidden) return;
    const methods = known.get(bare(route.url)) ?? new Set();
    for (const m of [route.method].flat()) methods.add(m as HTTPMethods);
    known.set(bare(route.url), methods);
  });
  return () => {
    for (const [url, methods] of known) addRefusal(app, url, methods);
  };
}

// `/hosts/` and `/hosts` are one address (ignoreTrailingSlash), and so are `:id` and `:host_id`.
const bare = (url: string): string => (url.length > 1 ? url.replace(/\/$/, '') : url);

function addRefusal(app: App, url: string, methods: ReadonlySet<HTTPMethods>): void {
  const allow = ALL.filter((m) => methods.has(m) || (m === 'HEAD' && methods.has('GET'))).join(', ');
  const others = ALL.filter((m) => !allow.split(', ').includes(m));
  const refuse = (): never => {
    throw new AppError('method_not_allowed', `This address takes ${allow}`, { headers: { allow } });
  };
  // Before the body is read: what the body holds does not matter any more.
  app.route({ method: others, url, config: { role: 'viewer', hidden: true }, onRequest: refuse, handler: refuse });
}
