/** The time, injected so that tests can control it. */
export interface Clock {
  /** Unix time in whole seconds */
  now(): number;
  /** milliseconds of a clock that never jumps, for measurements */
  monotonicMs(): number;
}

export const systemClock: Clock = {
  now: () => Math.floor(Date.now() / 1000),
  monotonicMs: () => performance.now(),
};

/** Milliseconds from now to `moment` by the system clock; negative for the past. */
export const msUntil = (moment: Date): number => moment.getTime() - Date.now();
