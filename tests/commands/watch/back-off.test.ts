import { describe, expect, it } from 'vitest';
import { createBackOff } from '../../../src/commands/watch/back-off.js';

const delays = (count: number, step: (backOff: ReturnType<typeof createBackOff>) => void) => {
  const backOff = createBackOff();
  return Array.from({ length: count }, () => {
    step(backOff);
    return backOff.nextDelay(1_000);
  });
};

describe('delays before a connection is opened again', () => {
  it.each([
    ['is refused', () => undefined],
    [
      'is opened and closed at once',
      (backOff: ReturnType<typeof createBackOff>) => backOff.opened(900),
    ],
  ])('double up to a limit if it %s', (_name, step) => {
    expect(delays(7, step)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
  });

  it.each([
    [
      'received something',
      (backOff: ReturnType<typeof createBackOff>) => {
        backOff.opened(900);
        backOff.received();
      },
    ],
    ['lasted for a while', (backOff: ReturnType<typeof createBackOff>) => backOff.opened(-14_000)],
  ])('start again after one that %s', (_name, step) => {
    expect(delays(3, step)).toEqual([500, 500, 500]);
  });

  it('do not start again because an earlier connection lasted', () => {
    const backOff = createBackOff();
    backOff.opened(0);
    expect([20_000, 40_000, 60_000].map((now) => backOff.nextDelay(now))).toEqual([
      500, 1_000, 2_000,
    ]);
  });
});
