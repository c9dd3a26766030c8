import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startEverySecond } from '../../src/schedules/every-second.js';

const START = Date.UTC(2026, 10, 22, 3, 0, 0, 250);
const HOUR = 3_600_000;

let monotonic = 0;
const clock = { monotonicMs: () => monotonic };

/** Lets time go by; the clock on the wall goes with it, from wherever it stands. */
async function pass(seconds: number): Promise<void> {
  for (let i = 0; i < seconds * 10; i += 1) {
    monotonic += 100;
    await vi.advanceTimersByTimeAsync(100);
  }
}

function begun(work: () => Promise<void> = async () => undefined) {
  const called = vi.fn(work);
  const timer = startEverySecond(called, clock);
  onTestFinished(() => {
    timer.stop();
  });
  return { called, timer };
}

describe('every second', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: START });
    monotonic = 0;
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('calls once a second', async () => {
    const { called, timer } = begun();
    await pass(5);
    expect(called).toHaveBeenCalledTimes(5);
    expect(timer.isTicking()).toBe(true);
  });

  it.each([
    ['an hour back', -HOUR],
    ['a day back', -24 * HOUR],
    ['two hours forward', 2 * HOUR],
    ['fifty years forward', 50 * 8_766 * HOUR],
  ])('goes on when the clock is set %s', async (_what, by) => {
    const { called } = begun();
    await pass(3);
    vi.setSystemTime(Date.now() + by);
    called.mockClear();
    await pass(5);
    expect(called.mock.calls.length).toBeGreaterThanOrEqual(4);
    expect(called.mock.calls.length).toBeLessThanOrEqual(6);
  });

  it('calls nothing while a call is under way, and takes that for no silence', async () => {
    let end: () => void = () => undefined;
    const { called, timer } = begun(
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

  it('stops', async () => {
    const { called, timer } = begun();
    await pass(2);
    timer.stop();
    called.mockClear();
    await pass(5);
    expect(called).not.toHaveBeenCalled();
  });
});
