/** A function whose calls never overlap: a call during a running one joins it. */
export interface SingleFlight<A extends unknown[], T> {
  (...args: A): Promise<T>;
  /** Resolves when no call is running; never rejects. */
  settled: () => Promise<void>;
}

/** Joins concurrent calls: a call during a running one returns that one's promise, independent of its arguments. */
export function singleFlight<A extends unknown[], T>(
  work: (...args: A) => Promise<T>,
): SingleFlight<A, T> {
  let running: Promise<T> | null = null;
  const call = (...args: A): Promise<T> => {
    running ??= work(...args).finally(() => {
      running = null;
    });
    return running;
  };
  return Object.assign(call, {
    settled: async () => {
      await running?.catch(() => undefined);
    },
  });
}
