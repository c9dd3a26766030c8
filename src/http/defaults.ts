import { z } from 'zod';
import type { App } from './zod.js';

const noQuery = z.strictObject({});
/** The body schema of routes without one. Not part of the OpenAPI document. */
export const emptyBody = z.union([z.undefined(), z.null(), z.strictObject({})], {
  error: 'this endpoint accepts no body',
});

/**
 * Adds defaults to every route: a query or body that a route does not declare is rejected instead of
 * silently dropped. A route that does not declare its role throws at registration.
 */
export function addDefaults(app: App): void {
  app.addHook('onRoute', (route) => {
    if (route.schema?.hide) {
      // pages and files of /docs
      route.config = { ...route.config, role: 'public', hidden: true };
      return;
    }
    if (!route.config?.role)
      throw new Error(`${String(route.method)} ${route.url} does not declare a role`);
    if (route.config.hidden) return;
    route.schema = { querystring: noQuery, body: emptyBody, ...route.schema };
  });
}
