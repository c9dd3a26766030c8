/** The time, injected so that tests can hold it. */
export interface Clock {
  /** Unix time in whole seconds */
  now(): number;
  /** milliseconds that never jump, for measuring */
  monotonicMs(): number;
}

export const systemClock: Clock = {
  now: () => Math.floor(Date.now() / 1000),
  monotonicMs: () => performance.now(),
};

/** Milliseconds from now to a moment of the system's clock; negative when it is past. */
export const msUntil = (moment: Date): number => moment.getTime() - Date.now();
