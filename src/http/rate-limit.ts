import { AppError } from '../errors.js';
import type { Clock } from '../platform/clock.js';
import type { App } from './zod.js';

const WINDOW_MS = 60_000;
/** With more keys, all windows begin again; a service has few tokens. */
const MAX_WINDOWS = 5000;

/** The state of a token's current window. */
interface RateLimitStatus {
  count: number;
  remaining: number;
  resetSeconds: number;
}

/**
 * Counts requests per key in windows of one minute. A window begins with its first request. The
 * returned function counts one request at `nowMs` (of a monotonic clock); a `count` above `limit` is
 * one too many.
 */
export function createCounter(
  limit: number,
  maxWindows = MAX_WINDOWS,
): (key: unknown, nowMs: number) => RateLimitStatus {
  const windows = new Map<unknown, { count: number; endsMs: number }>();
  return (key, nowMs) => {
    let window = windows.get(key);
    if (!window || window.endsMs <= nowMs) {
      if (windows.size >= maxWindows) windows.clear();
      window = { count: 0, endsMs: nowMs + WINDOW_MS };
      windows.set(key, window);
    }
    window.count += 1;
    // Rounded to whole milliseconds first: a minute of fractions can sum up to slightly more.
    const leftMs = Math.round(window.endsMs - nowMs);
    return {
      count: window.count,
      remaining: Math.max(0, limit - window.count),
      resetSeconds: Math.ceil(leftMs / 1000),
    };
  };
}

/**
 * Limits each token to `perMinute` requests; 0: no limit. Requests that need no token are not counted.
 * Add it after authentication.
 */
export function addRateLimit(app: App, perMinute: number, clock: Clock): void {
  if (perMinute === 0) return;
  const count = createCounter(perMinute);
  const limit = `${perMinute}`;
  app.addHook('onRoute', (route) => {
    route.onRequest = [
      ...[route.onRequest ?? []].flat(),
      (request, reply, done) => {
        if (request.caller === null) return done(); // needs no token
        const status = count(request.caller.id, clock.monotonicMs());
        void reply
          .header('x-ratelimit-limit', limit)
          .header('x-ratelimit-remaining', `${status.remaining}`)
          .header('x-ratelimit-reset', `${status.resetSeconds}`);
        if (status.count <= perMinute) return done();
        done(
          new AppError(
            'rate_limited',
            `Limit of ${perMinute} requests per minute exceeded; try again in ${status.resetSeconds} s`,
            { headers: { 'retry-after': `${status.resetSeconds}` } },
          ),
        );
      },
    ];
  });
}
