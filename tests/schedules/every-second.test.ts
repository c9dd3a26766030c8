import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startEverySecond } from '../../src/schedules/every-second.js';

const START = Date.UTC(2026, 10, 22, 3, 0, 0, 250);
const HOUR = 3_600_000;

let monotonic = 0;
const clock = { monotonicMs: () => monotonic };

/** Advances the monotonic clock and the system clock. */
async function pass(seconds: number): Promise<void> {
  for (let i = 0; i < seconds * 10; i += 1) {
    monotonic += 100;
    await vi.advanceTimersByTimeAsync(100);
  }
}

function start(work: () => Promise<void> = async () => undefined) {
  const called = vi.fn(work);
  const timer = startEverySecond(called, clock);
  onTestFinished(() => {
    timer.stop();
  });
  return { called, timer };
}

describe('startEverySecond', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: START });
    monotonic = 0;
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('calls once per second', async () => {
    const { called, timer } = start();
    await pass(5);
    expect(called).toHaveBeenCalledTimes(5);
    expect(timer.isTicking()).toBe(true);
  });

  it.each([
    ['an hour back', -HOUR],
    ['a day back', -24 * HOUR],
    ['two hours forward', 2 * HOUR],
    ['fifty years forward', 50 * 8_766 * HOUR],
  ])('continues when the clock is set %s', async (_what, by) => {
    const { called } = start();
    await pass(3);
    vi.setSystemTime(Date.now() + by);
    called.mockClear();
    await pass(5);
    expect(called.mock.calls.length).toBeGreaterThanOrEqual(4);
    expect(called.mock.calls.length).toBeLessThanOrEqual(6);
  });

  it('does not call while a call is running, and counts as ticking meanwhile', async () => {
    let end: () => void = () => undefined;
    const { called, timer } = start(
      () =>
        new Promise((resolve) => {
          end = resolve;
        }),
    );
    await pass(30);
    expect(called).toHaveBeenCalledTimes(1);
    expect(timer.isTicking()).toBe(true);
    end();
    await pass(2);
    expect(called.mock.calls.length).toBeGreaterThan(1);
  });

  it('makes no further call after stop', async () => {
    const { called, timer } = start();
    await pass(2);
    timer.stop();
    called.mockClear();
    await pass(5);
    expect(called).not.toHaveBeenCalled();
  });
});
