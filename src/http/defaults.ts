import { z } from 'zod';
import type { preHandlerHookHandler } from 'fastify';
import type { Config } from '../config.js';
import { rejectNull } from './body/read-body.js';
import type { App } from './zod.js';

const noQuery = z.strictObject({});
/** The body schema of routes without one. Not part of the OpenAPI document. */
export const emptyBody = z.union([z.undefined(), z.null(), z.strictObject({})], {
  error: 'this endpoint accepts no body',
});

type BodyLimit = Pick<Config, 'BODY_LIMIT_BYTES'>;

/** Bytes; far more than any request needs that is not a list. */
const MAX_BODY_BYTES = 64 * 1024;

/**
 * Adds defaults to every route: a query or body that a route does not declare is rejected instead of
 * silently dropped, and a body has at most 64 KiB, or BODY_LIMIT_BYTES with `bulkBody`. The status is the lowest one
 * that the route declares. A route that does not declare its role throws at registration.
 */
export function addDefaults(app: App, { BODY_LIMIT_BYTES: limit }: BodyLimit): void {
  app.addHook('onRoute', (route) => {
    if (!route.config?.role)
      throw new Error(`${String(route.method)} ${route.url} does not declare a role`);
    route.bodyLimit ??= route.config.bulkBody === true ? limit : Math.min(limit, MAX_BODY_BYTES);
    if (route.config.hidden) return;
    const [status = 200] = Object.keys(route.schema?.response ?? {}).map(Number);
    if (status !== 200)
      route.preHandler = [sendsStatus(status), ...[route.preHandler ?? []].flat()];
    // A change without a body changes nothing; `null` is a body.
    if (route.method === 'PUT' && route.schema?.body !== undefined)
      route.preValidation = [rejectNull, ...[route.preValidation ?? []].flat()];
    route.schema = { querystring: noQuery, body: emptyBody, ...route.schema };
  });
}

const sendsStatus =
  (status: number): preHandlerHookHandler =>
  (_request, reply, done) => {
    void reply.code(status);
    done();
  };

/**
 * Adds headers to every response: it is not stored by caches, since it may hold data, and browsers do not guess its
 * type. A route's own `cache-control` stays.
 */
export function addSecurityHeaders(app: App): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
    void reply.header('x-content-type-options', 'nosniff');
    done(null, payload);
  });
}
