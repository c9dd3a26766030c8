import { describe, expect, it } from 'vitest';
import {
  createBucket,
  refillTokens,
  setRate,
  takeTokens,
  waitForTokens,
} from '../../../src/platform/scanner/token-bucket.js';

/** Takes one packet whenever possible, polls every `stepMs`, and counts. */
function countSent(packetsPerSecond: number, ms: number, stepMs: number, cost = 1): number {
  const bucket = createBucket(packetsPerSecond, 0);
  let sent = 0;
  for (let now = 0; now <= ms; now += stepMs) {
    refillTokens(bucket, now);
    while (takeTokens(bucket, cost)) sent += 1;
  }
  return sent;
}

describe('token bucket', () => {
  it.each([
    [100, 1],
    [100, 10],
    [8_000, 1],
    [8_000, 10],
    [50_000, 7],
  ])('%i packets a second, polled every %i ms, give the rate and one burst', (rate, step) => {
    const sent = countSent(rate, 10_000, step);
    expect(sent).toBeLessThanOrEqual(rate * 10 + Math.max(1, rate / 50));
    expect(sent).toBeGreaterThan(rate * 9.9);
  });

  it('saves at most one burst during silence', () => {
    const bucket = createBucket(1_000, 0);
    refillTokens(bucket, 3_600_000);
    let sent = 0;
    while (takeTokens(bucket, 1)) sent += 1;
    expect(sent).toBe(20);
  });

  it('sends cheaper packets more often', () => {
    expect(countSent(100, 10_000, 1, 0.05)).toBeGreaterThan(19_000);
  });

  it('ignores a clock that steps back', () => {
    const bucket = createBucket(1_000, 1_000);
    while (takeTokens(bucket, 1));
    refillTokens(bucket, 500);
    expect(bucket.tokens).toBeLessThan(1);
    refillTokens(bucket, 1_000);
    expect(bucket.tokens).toBeLessThan(1);
  });

  it('returns the waiting time, also after a change of the rate', () => {
    const bucket = createBucket(100, 0);
    takeTokens(bucket, 2);
    expect(waitForTokens(bucket, 1)).toBeCloseTo(10);
    setRate(bucket, 1_000);
    expect(waitForTokens(bucket, 1)).toBeCloseTo(1);
  });
});
