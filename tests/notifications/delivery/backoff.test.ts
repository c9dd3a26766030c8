import { expect, it } from 'vitest';
import { nextAttempt } from '../../../src/notifications/delivery/backoff.js';

it.each([
  [1, 0, null, 30],
  [2, 30, null, 90],
  [7, 100, null, 2020],
  [8, 100, null, 3700],
  [500, 100, null, 3700],
  [1, 0, 120, 120],
  [1, 0, 5, 30],
  [1, 0, 86_400, 3600],
  [30, 86_000, null, 86_400],
  [31, 86_399, null, 86_400],
  [32, 86_400, null, null],
  [1, 90_000, null, null],
])(
  'after attempt %i at second %i (Retry-After %s), the next is at %s',
  (attempts, now, retryAfter, at) => {
    expect(nextAttempt({ attempts, firstAt: 0, now }, retryAfter)).toEqual({ at });
  },
);
