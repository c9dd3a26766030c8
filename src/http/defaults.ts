import { z } from 'zod';
import type { App } from './zod.js';

const noQuery = z.strictObject({});
/** Not described: it is what an address without a body says about bodies. */
export const noBody = z.union([z.undefined(), z.null(), z.strictObject({})], {
  error: 'this address takes no body',
});

/**
 * What every route has without saying so: a query or body it did not ask for is refused, not dropped in silence,
 * and a route that forgot to say who may call it does not start.
 */
export function addDefaults(app: App): void {
  app.addHook('onRoute', (route) => {
    if (route.schema?.hide) {
      // the pages and files of /docs
      route.config = { ...route.config, role: 'public', hidden: true };
      return;
    }
    if (!route.config?.role)
      throw new Error(`${String(route.method)} ${route.url} does not say who may call it`);
    if (route.config.hidden) return;
    route.schema = { querystring: noQuery, body: noBody, ...route.schema };
  });
}
