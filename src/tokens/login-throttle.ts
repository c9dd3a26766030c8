import { AppError } from '../errors.js';
import { networkOf } from '../http/connections/network-of.js';
import type { Clock } from '../platform/clock.js';

const FREE_FAILURES = 10;
/** Of a proxy: all its clients together. */
const FREE_PROXY_FAILURES = 100;
const FIRST_DELAY_MS = 50;
const MAX_DELAY_MS = 2000;
const FORGET_MS = 300_000;
const MAX_ADDRESSES = 5000;
const MAX_WAITING = { address: 10, all: 200 };
const RETRY_AFTER_S = 2;

/**
 * How long the response to the n-th failed login of an address waits, ms. Doubles from 50 ms to 2 s.
 * @internal
 */
export const failureDelay = (failures: number): number =>
  failures <= FREE_FAILURES
    ? 0
    : Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(10, failures - FREE_FAILURES - 1));

interface Failures {
  count: number;
  waiting: number;
  lastMs: number;
}

/** Where a login comes from. */
interface LoginSource {
  address: string;
  /** of the connection; another one than `address` is that of a proxy */
  peer?: string | undefined;
}

/** Slows down repeated failed logins. Valid tokens never pass through it. */
export interface LoginThrottle {
  /**
   * Counts a failed login of this address, and calls `respond` with its error after a delay. Too many that wait are
   * answered at once with 429.
   */
  refuse(from: LoginSource, error: AppError, respond: (error: AppError) => void): void;
  /** Answers everyone who waits; later failures do not wait. */
  close(): void;
}

export function createLoginThrottle(clock: Pick<Clock, 'monotonicMs'>): LoginThrottle {
  const byAddress = new Map<string, Failures>();
  const waiting = new Map<NodeJS.Timeout, () => void>();
  let isClosed = false;

  function count(address: string): Failures {
    const now = clock.monotonicMs();
    const key = networkOf(address);
    let failures = byAddress.get(key);
    if (!failures || (failures.lastMs + FORGET_MS < now && failures.waiting === 0)) {
      if (byAddress.size >= MAX_ADDRESSES) byAddress.clear();
      failures = { count: 0, waiting: 0, lastMs: now };
      byAddress.set(key, failures);
    }
    failures.count += 1;
    failures.lastMs = now;
    return failures;
  }

  function wait(failures: Failures, delay: number, respond: () => void): void {
    failures.waiting += 1;
    const end = (): void => {
      clearTimeout(timer);
      waiting.delete(timer);
      failures.waiting -= 1;
      respond();
    };
    const timer = setTimeout(end, delay);
    waiting.set(timer, end);
  }

  return {
    refuse({ address, peer = address }, error, respond) {
      const client = count(address);
      const proxy = peer === address ? undefined : count(`proxy ${peer}`);
      const ofProxy = (proxy?.count ?? 0) - (FREE_PROXY_FAILURES - FREE_FAILURES);
      const failures = proxy && ofProxy > client.count ? proxy : client;
      const delay = isClosed ? 0 : failureDelay(Math.max(client.count, ofProxy));
      if (delay === 0) respond(error);
      else if (failures.waiting >= MAX_WAITING.address || waiting.size >= MAX_WAITING.all)
        respond(tooMany());
      else
        wait(failures, delay, () => {
          respond(error);
        });
    },
    close() {
      isClosed = true;
      for (const end of [...waiting.values()]) end();
    },
  };
}

const tooMany = (): AppError =>
  new AppError('rate_limited', `Too many failed logins; try again in ${RETRY_AFTER_S} s`, {
    headers: { 'retry-after': `${RETRY_AFTER_S}` },
  });
