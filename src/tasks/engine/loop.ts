import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { BaseLogger } from 'pino';

const RETRY_MS = [50, 200, 500, 1_000, 2_000, 5_000];
/** Attempts of the last round while the loop closes. */
const MAX_CLOSING_FAILURES = 2;

export interface LoopDeps {
  /** runs one round; when it rejects, the next round repeats what is left */
  step: () => Promise<void>;
  isIdle: () => boolean;
  log: BaseLogger;
}

/**
 * Runs rounds one after another while they are requested. A failed round is repeated with increasing
 * delays, indefinitely.
 */
export function createEngineLoop({ step, isIdle, log }: LoopDeps) {
  let isRequested = false;
  let running: Promise<void> | null = null;
  let failures = 0;
  let isClosing = false;
  let waiters: (() => void)[] = [];
  const delay = createDelay();

  async function runRound(): Promise<void> {
    await yieldToEventLoop(); // results of one event-loop tick are stored together
    try {
      isRequested = false;
      await step();
      failures = 0;
    } catch (err) {
      isRequested = true;
      failures += 1;
      log.error({ err, failures }, 'task engine: database unavailable; retrying');
      if (!isClosing) await delay.wait(RETRY_MS[Math.min(failures, RETRY_MS.length) - 1] ?? 0);
    }
  }

  function resolveWaiters(): void {
    const resolved = waiters;
    waiters = [];
    for (const resolve of resolved) resolve();
  }

  async function runRounds(): Promise<void> {
    do await runRound();
    while (isRequested && !(isClosing && failures > MAX_CLOSING_FAILURES));
    running = null;
    if (isIdle()) resolveWaiters();
  }

  const wake = (): void => {
    isRequested = true;
    if (!isClosing) running ??= runRounds();
  };

  return {
    wake,
    isFailing: () => failures > 0,
    /** Resolves after the next round that leaves nothing to do. */
    idle: () =>
      new Promise<void>((resolve) => {
        waiters.push(resolve);
        wake();
      }),
    /** Runs a last round for finished work. */
    async close(): Promise<void> {
      isClosing = true;
      delay.cut();
      await running;
      await runRounds();
      resolveWaiters();
    },
  };
}

/** A delay that can be ended early. */
function createDelay() {
  let end: () => void = () => undefined;
  return {
    wait: (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    cut: () => end(),
  };
}
