import type { OpenPoll } from './open-polls.js';

type Expected = Pick<OpenPoll, 'tokenSha256' | 'version'>;

/** Those who wait until an agent checks in with a certain token and version. */
export function createCheckInWaiters() {
  const waiting = new Map<number, Set<{ expected: Expected; arrive: () => void }>>();

  function add(hostId: number, expected: Expected, arrive: () => void): () => void {
    const waiter = { expected, arrive };
    const all = waiting.get(hostId) ?? new Set();
    waiting.set(hostId, all.add(waiter));
    return () => {
      all.delete(waiter);
      if (all.size === 0) waiting.delete(hostId);
    };
  }

  return {
    /** @param open the poll that the host's agent holds already */
    wait(
      hostId: number,
      expected: Expected,
      open: Expected | undefined,
      signal: AbortSignal,
    ): Promise<void> {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason as Error);
        if (open && isExpected(open, expected)) return resolve();
        const stop = (): void => {
          remove();
          reject(signal.reason as Error);
        };
        const remove = add(hostId, expected, () => {
          remove();
          signal.removeEventListener('abort', stop);
          resolve();
        });
        signal.addEventListener('abort', stop, { once: true });
      });
    },
    arrived({ hostId, ...asking }: OpenPoll): void {
      for (const { expected, arrive } of waiting.get(hostId) ?? [])
        if (isExpected(asking, expected)) arrive();
    },
  };
}

const isExpected = (a: Expected, b: Expected): boolean =>
  a.version === b.version && a.tokenSha256.equals(b.tokenSha256);
