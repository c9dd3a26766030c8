import { AppError } from '../errors.js';
import type { Clock } from '../platform/clock.js';
import type { App } from './zod.js';

const WINDOW_MS = 60_000;
const MOST_KEPT = 5000; // windows; a service has few tokens

/** Where a token stands in its minute. */
export interface RateLimitStatus {
  count: number;
  remaining: number;
  resetSeconds: number;
}

/**
 * Counts requests in windows of a minute that begin with the first one, for each key. The given function counts one more at `nowMs`
 * (a clock that never goes back) and tells where the key stands; `count` above `most` is one too many.
 */
export function createCounter(most: number): (key: unknown, nowMs: number) => RateLimitStatus {
  const windows = new Map<unknown, { count: number; endsMs: number }>();
  return (key, nowMs) => {
    let window = windows.get(key);
    if (!window || window.endsMs <= nowMs) {
      if (windows.size >= MOST_KEPT) windows.clear();
      windows.set(key, (window = { count: 0, endsMs: nowMs + WINDOW_MS }));
    }
    window.count += 1;
    return {
      count: window.count,
      remaining: Math.max(0, most - window.count),
      resetSeconds: Math.ceil(Math.round(window.endsMs - nowMs) / 1000),
    }; // whole ms: a minute of fractions can come out as a little more
  };
}

/** At most `perMinute` requests a token; 0: no limit. What needs no token is not counted. To be added after the check of tokens. */
export function addRateLimit(app: App, perMinute: number, clock: Clock): void {
  if (perMinute === 0) return;
  const count = createCounter(perMinute);
  const limit = `${perMinute}`;
  app.addHook('onRoute', (route) => {
    route.onRequest = [
      ...[route.onRequest ?? []].flat(),
      (request, reply, done) => {
        if (request.caller === null) return done(); // what needs no token
        const now = count(request.caller.id, clock.monotonicMs());
        void reply
          .header('x-ratelimit-limit', limit)
          .header('x-ratelimit-remaining', `${now.remaining}`)
          .header('x-ratelimit-reset', `${now.resetSeconds}`);
        if (now.count <= perMinute) return done();
        done(
          new AppError(
            'rate_limited',
            `This token may make ${perMinute} requests a minute; try again in ${now.resetSeconds} s`,
            { headers: { 'retry-after': `${now.resetSeconds}` } },
          ),
        );
      },
    ];
  });
}
