import rateLimit from '@fastify/rate-limit';
import { AppError } from '../errors.js';
import type { App } from './zod.js';

/** At most `perMinute` requests a token; 0: no limit. What needs no token is not counted. */
export async function addRateLimit(app: App, perMinute: number): Promise<void> {
  if (perMinute === 0) return;
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: 60_000,
    keyGenerator: (request) => `token:${request.caller?.id ?? 'api'}`,
    allowList: (request) => request.caller === null, // what needs no token
    skipOnError: true,
    errorResponseBuilder: (_request, context) => new AppError('rate_limited', `This token may make ${context.max} requests a minute; try again in ${Math.ceil(context.ttl / 1000)} s`),
  });
}
