const MIN_DELAY_MS = 500;
const MAX_DELAY_MS = 15_000;

/** The delays between attempts to connect again: they double, until a connection was of use. */
export interface BackOff {
  /** A connection was opened. @param now milliseconds of a monotonic clock */
  opened(now: number): void;
  /** Something was received. */
  received(): void;
  /** The connection is closed, or was not opened. Returns how long to wait, in milliseconds. */
  nextDelay(now: number): number;
}

/**
 * Creates the delays of a connection. One that is closed soon after it opened, without an event, is not of use: a
 * service that accepts connections and closes them is not asked more often than one that refuses them.
 */
export function createBackOff(): BackOff {
  let delay = MIN_DELAY_MS;
  let openedAt: number | null = null;
  return {
    opened(now) {
      openedAt = now;
    },
    received() {
      delay = MIN_DELAY_MS;
    },
    nextDelay(now) {
      if (openedAt !== null && now - openedAt >= MAX_DELAY_MS) delay = MIN_DELAY_MS;
      openedAt = null;
      const current = delay;
      delay = Math.min(current * 2, MAX_DELAY_MS);
      return current;
    },
  };
}
