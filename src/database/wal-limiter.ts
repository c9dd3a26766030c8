import type { Checkpointer } from './wal-checkpointer.js';

/** Runs work while nobody else may write. */
export type RunExclusive = <T>(work: () => Promise<T>) => Promise<T>;

/** Keeps the write-ahead log short. */
export interface WalLimiter {
  /** copies what is in the log; never rejects */
  copy: (copier: Pick<Checkpointer, 'copy'>) => Promise<void>;
  /** it is long, and being copied */
  isLong: () => boolean;
}

// Pages from which the file of the log is not kept for the next one. SQLite's own journal_size_limit would have a commit do that, which takes 0.1 s and more.
const HUGE = 16_384;
// Pages that were written while others were copied: fewer are copied at once, and nobody waits for long.
const FEW = 1024;
const ROUNDS = 4;

/** @param long pages from which on writers are made to wait for the end of a copy, so that the log can begin anew */
export function createWalLimiter(alone: RunExclusive, long: number): WalLimiter {
  let limit = long;
  let isLong = false;
  const shorten = async ({ copy }: Pick<Checkpointer, 'copy'>, first: number): Promise<void> => {
    let [before, pages] = [0, first];
    for (let n = 1; n < ROUNDS && pages - before > FEW; n += 1)
      [before, pages] = [pages, (await copy('copy')).pages];
    const { done } = await alone(() => copy(pages > HUGE ? 'truncate' : 'restart')).catch(() => ({
      done: false,
    })); // the database is being closed
    limit = done ? long : pages + long; // while somebody reads on by what the log was, waiting again would be in vain
  };
  return {
    isLong: () => isLong,
    async copy(copier) {
      const { pages } = await copier.copy('copy');
      if (pages < long) limit = long;
      if (pages < limit) return;
      isLong = true;
      await shorten(copier, pages);
      isLong = false;
    },
  };
}
