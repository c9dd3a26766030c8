import { describe, expect, it } from 'vitest';
import { observe, UNKNOWN_ROUND_TRIP, answerTimeout } from '../../../src/platform/scanner/rtt.js';

const bounds = { minTimeoutMs: 100, maxTimeoutMs: 2_000 };

describe('round trip', () => {
  it('the first answer sets the estimate, and half of it the variance', () => {
    expect(observe(UNKNOWN_ROUND_TRIP, 80)).toEqual({ smoothed: 80, variance: 40 });
  });

  it('later answers change it by an eighth and a quarter', () => {
    expect(observe({ smoothed: 80, variance: 40 }, 160)).toEqual({ smoothed: 90, variance: 50 });
  });

  it('an answer after a second may belong to the retransmitted SYN, and is ignored once there is an estimate', () => {
    const known = { smoothed: 80, variance: 40 };
    expect(observe(known, 1_050)).toBe(known);
    expect(observe(UNKNOWN_ROUND_TRIP, 1_050).smoothed).toBe(1_050);
  });

  it.each([
    ['unknown host, first pass', UNKNOWN_ROUND_TRIP, 1, 1_000, 1_000],
    ['unknown host, second pass', UNKNOWN_ROUND_TRIP, 2, 1_000, 2_000],
    ['unknown host, very many ports', UNKNOWN_ROUND_TRIP, 1, 1_001, 500],
    ['unknown host, very many ports, second pass', UNKNOWN_ROUND_TRIP, 2, 65_535, 1_000],
    ['near host: the lower bound', { smoothed: 0.2, variance: 0.1 }, 1, 10, 100],
    ['near host, second pass', { smoothed: 0.2, variance: 0.1 }, 2, 10, 200],
    ['far host: estimate and four variances', { smoothed: 300, variance: 50 }, 1, 10, 500],
    ['very far host: the upper bound', { smoothed: 900, variance: 400 }, 2, 10, 2_000],
  ])('gives the timeout: %s', (_name, trip, pass, ports, expected) => {
    expect(answerTimeout(trip, bounds, { pass, ports })).toBe(expected);
  });
});
