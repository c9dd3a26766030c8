import { existsSync } from 'node:fs';
import { startCheckpointer, type Checkpointer } from './wal-checkpointer.js';
import { createWalLimiter, type RunExclusive } from './wal-limiter.js';
import type { Sqlite } from './sqlite.js';

export interface CheckpointOptions {
  /** the compiled worker; where there is none (sources run by a test runner), everything stays with the connection */
  url?: URL;
  everyMs?: number;
  /** the thread ends when nothing was written for so long */
  idleMs?: number;
  /** pages of a log from which on writers are made to wait for the end of a copy, so that the next one begins the log anew */
  long?: number;
  /** pages of a log from which on a commit copies it itself, whoever waits for it: a last resort, should the thread not get on */
  behind?: number;
}

/** Rows: fewer are not worth starting a thread. */
const MANY = 1000;
const LONG = 8192; // 32 MiB
const BEHIND = 262_144; // 1 GiB
const BY_COMMITS = 1000; // what SQLite does by itself

export interface Checkpoints {
  /** Resolves at once, or, where the log is long, when it was copied: to be awaited by who writes much, between transactions. */
  settled: () => Promise<void>;
  /** to be called before the database is closed */
  end: () => Promise<void>;
}

/**
 * Takes the copying of the write-ahead log (SQLite's checkpoints, with their waits for the disk) out of the commits of this connection, into a
 * thread that is there while something is written. A log begins anew only when all of it is copied, which somebody who writes all the time never lets
 * happen: so when it is long, the users of the connection wait in its queue for the rest (the thread they run in does not). Whatever becomes of the thread, the log is read again when
 * the database is opened, and kept short by the commits.
 * @param alone runs work while no other user of the connection may write
 */
export function startCheckpoints(
  sqlite: Sqlite,
  file: string,
  alone: RunExclusive,
  {
    url = new URL('./wal-checkpoint.worker.js', import.meta.url),
    everyMs = 250,
    idleMs = 10_000,
    long = LONG,
    behind = BEHIND,
  }: CheckpointOptions = {},
): Checkpoints {
  if (!existsSync(url)) return { settled: async () => undefined, end: async () => undefined };
  const limit = sqlite.pragma('journal_size_limit', { simple: true }) as number;
  sqlite.pragma(`wal_autocheckpoint = ${behind}`);
  sqlite.pragma('journal_size_limit = -1');
  const countChanges = sqlite.prepare<[], number>('SELECT total_changes()').pluck();
  let copied = countChanges.get() ?? 0;
  let idle = 0;
  let copier: Checkpointer | null = null;
  let copying: Promise<void> | null = null;
  const keeper = createWalLimiter(alone, long);

  const giveUp = (): void => {
    clearInterval(timer);
    copier = null;
    if (!sqlite.open) return;
    sqlite.pragma(`wal_autocheckpoint = ${BY_COMMITS}`);
    sqlite.pragma(`journal_size_limit = ${limit}`);
  };
  const look = (): void => {
    if (!sqlite.open) return clearInterval(timer);
    if (sqlite.inTransaction || copying) return; // what a transaction writes is in the log at its end only
    const changes = countChanges.get() ?? 0;
    idle = changes === copied ? idle + everyMs : 0;
    if (changes - copied >= (copier ? 1 : MANY)) {
      copied = changes;
      copier ??= startCheckpointer(url, file, giveUp);
      copying = keeper.copy(copier).finally(() => {
        copying = null;
      });
    } else if (copier && idle >= idleMs) {
      void copier.end();
      copier = null;
    }
  };
  const timer = setInterval(look, everyMs).unref();
  return {
    settled: async () => {
      if (keeper.isLong()) await copying;
    },
    async end() {
      clearInterval(timer);
      await copier?.end();
      await copying;
    },
  };
}
