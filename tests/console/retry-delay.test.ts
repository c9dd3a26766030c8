import { expect, it } from 'vitest';
import { retryDelay } from '../../src/console/api/retry-delay.js';

it.each([
  [0, 0, false, 500],
  [0, 1, false, 250],
  [1, 0, false, 1000],
  [3, 0, false, 2500],
  [1000, 1, false, 1250],
  [3, 0, true, 4000],
  [1000, 0, true, 15_000],
])('attempt %i waits, with %f and hidden %s, for %i ms', (attempt, random, isHidden, expected) => {
  expect(retryDelay(attempt, random, isHidden)).toBe(expected);
});
