import { onAbort } from '../../lib/abort/on-abort.js';
import type { OpenPoll } from './open-polls.js';

type CheckInIdentity = Pick<OpenPoll, 'tokenSha256' | 'version'>;

interface Waiter {
  expected: CheckInIdentity;
  resolve: () => void;
}

/** Callers that wait until an agent checks in with a certain token and version. */
export function createCheckInWaiters() {
  const waiters = new Map<number, Set<Waiter>>();

  function add(hostId: number, waiter: Waiter): () => void {
    const ofHost = waiters.get(hostId) ?? new Set();
    waiters.set(hostId, ofHost.add(waiter));
    return () => {
      ofHost.delete(waiter);
      if (ofHost.size === 0) waiters.delete(hostId);
    };
  }

  return {
    /**
     * Resolves at the matching check-in. Rejects with the signal's reason.
     * @param current the poll that the host's agent already holds
     */
    async wait(
      hostId: number,
      expected: CheckInIdentity,
      current: CheckInIdentity | undefined,
      signal: AbortSignal,
    ): Promise<void> {
      signal.throwIfAborted();
      if (current && isSame(current, expected)) return;
      await new Promise<void>((resolve, reject) => {
        const stopWatching = onAbort(signal, () => {
          remove();
          reject(signal.reason as Error);
        });
        const remove = add(hostId, {
          expected,
          resolve: () => {
            remove();
            stopWatching();
            resolve();
          },
        });
      });
    },
    /** Resolves the waiters that this poll matches. */
    onPoll({ hostId, tokenSha256, version }: OpenPoll): void {
      for (const { expected, resolve } of waiters.get(hostId) ?? [])
        if (isSame({ tokenSha256, version }, expected)) resolve();
    },
  };
}

const isSame = (a: CheckInIdentity, b: CheckInIdentity): boolean =>
  a.version === b.version && a.tokenSha256.equals(b.tokenSha256);
