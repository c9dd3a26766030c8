import type { Checkpointer } from './wal-checkpointer.js';

/** Runs work while no other user of the connection can write. */
export type RunExclusive = <T>(work: () => Promise<T>) => Promise<T>;

/** Limits the size of the write-ahead log. */
export interface WalLimiter {
  /** Checkpoints the log; restarts it when it is long. Never rejects. */
  checkpoint: (checkpointer: Pick<Checkpointer, 'checkpoint'>) => Promise<void>;
  /** whether the log is long and is about to be restarted */
  isRestarting: () => boolean;
}

// Pages from which the log file is truncated instead of reused. SQLite's journal_size_limit would have a commit do it,
// which takes 0.1 s or more.
const TRUNCATE_PAGES = 16_384;
// Pages that were written during the last pass. So few are checkpointed quickly while writers wait.
const MAX_REMAINING_PAGES = 1024;
const MAX_PASSES = 4;

/** @param maxPages log size from which writers wait for the end of a checkpoint, so that the log can restart */
export function createWalLimiter(runExclusive: RunExclusive, maxPages: number): WalLimiter {
  let limit = maxPages;
  let isRestarting = false;
  const restart = async (
    { checkpoint }: Pick<Checkpointer, 'checkpoint'>,
    firstPages: number,
  ): Promise<void> => {
    let previous = 0;
    let pages = firstPages;
    for (let pass = 1; pass < MAX_PASSES && pages - previous > MAX_REMAINING_PAGES; pass += 1) {
      previous = pages;
      pages = (await checkpoint('passive')).pages;
    }
    const mode = pages > TRUNCATE_PAGES ? 'truncate' : 'restart';
    const { isComplete } = await runExclusive(() => checkpoint(mode)).catch(() => ({
      isComplete: false, // the database is being closed
    }));
    // A reader of an older state keeps the log from restarting: the next attempt waits until the log has grown.
    limit = isComplete ? maxPages : pages + maxPages;
  };
  return {
    isRestarting: () => isRestarting,
    async checkpoint(checkpointer) {
      const { pages } = await checkpointer.checkpoint('passive');
      if (pages < maxPages) limit = maxPages;
      if (pages < limit) return;
      isRestarting = true;
      await restart(checkpointer, pages);
      isRestarting = false;
    },
  };
}
