import type { Dialer } from '../../src/platform/net/dialer.js';
import { createGuard } from '../../src/platform/net/address-guard.js';
import { createDialer } from '../../src/platform/net/tcp-dialer.js';

/**
 * A real dialer that counts, on the side that must keep the promise, how many of its connections were open at one
 * time.
 */
export function countingDialer(): Dialer & {
  maxConcurrent: () => number;
  total: () => number;
  open: () => number;
} {
  const inner = createDialer(createGuard([], []));
  let open = 0;
  let most = 0;
  let total = 0;
  return {
    maxConcurrent: () => most,
    total: () => total,
    open: () => open,
    connect: async (options) => {
      open += 1;
      total += 1;
      most = Math.max(most, open);
      try {
        const dialed = await inner.connect(options);
        let closed = false;
        const close = (): void => {
          if (!closed) open -= 1;
          closed = true;
          dialed.connection.close();
        };
        return { ...dialed, connection: { ...dialed.connection, close } };
      } catch (error) {
        open -= 1;
        throw error;
      }
    },
  };
}
