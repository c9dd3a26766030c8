import { setImmediate as turn } from 'node:timers/promises';
import type { BaseLogger } from 'pino';

const RETRY_MS = [50, 200, 500, 1_000, 2_000, 5_000];

export interface LoopOptions {
  /** one round of work; whatever it leaves undone is tried again when it rejects */
  step: () => Promise<void>;
  isIdle: () => boolean;
  log: BaseLogger;
}

/**
 * Runs rounds one after the other for as long as somebody asks for one. A failing round is repeated,
 * later each time, for ever.
 */
export function createEngineLoop({ step, isIdle, log }: LoopOptions) {
  let asked = false;
  let running: Promise<void> | null = null;
  let failures = 0;
  let closing = false;
  let cutShort: (() => void) | null = null;
  let waiters: (() => void)[] = [];

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      cutShort = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function round(): Promise<void> {
    await turn(); // what ends at the same moment is stored together
    try {
      asked = false;
      await step();
      failures = 0;
    } catch (err) {
      asked = true;
      failures += 1;
      log.error({ err, failures }, 'the task engine could not use the database; it tries again');
      if (!closing) await pause(RETRY_MS[Math.min(failures, RETRY_MS.length) - 1] ?? 0);
    }
  }

  async function rounds(): Promise<void> {
    do await round();
    while (asked && !(closing && failures > 2));
    running = null;
    if (isIdle()) for (const done of waiters.splice(0)) done();
  }

  const wake = () => {
    asked = true;
    if (!closing) running ??= rounds();
  };

  return {
    wake,
    failing: () => failures > 0,
    /** resolves after the next round that leaves nothing to do */
    idle: () =>
      new Promise<void>((resolve) => {
        waiters.push(resolve);
        wake();
      }),
    /** one last round for what has ended, then no more */
    async close(): Promise<void> {
      closing = true;
      cutShort?.();
      await running;
      await rounds();
      for (const done of waiters.splice(0)) done();
      waiters = [];
    },
  };
}
