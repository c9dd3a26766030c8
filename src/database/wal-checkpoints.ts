import { existsSync } from 'node:fs';
import { startCheckpointer, type Checkpointer } from './wal-checkpointer.js';
import { createWalLimiter, type RunExclusive } from './wal-limiter.js';
import type { Sqlite } from './sqlite.js';

export interface CheckpointOptions {
  /**
   * the compiled worker; where it does not exist (sources run by a test runner), commits checkpoint as
   * SQLite does by default
   */
  url?: URL;
  intervalMs?: number;
  /** the thread is closed after this time without writes */
  idleMs?: number;
  /** log size in pages from which writers wait for the end of a checkpoint, so that the log can restart */
  maxPages?: number;
  /** log size in pages from which a commit itself checkpoints: a last resort when the thread falls behind */
  autocheckpointPages?: number;
}

/** Rows; fewer do not justify starting a thread. */
const MIN_CHANGES_TO_START = 1000;
const MAX_PAGES = 8192; // 32 MiB
const AUTOCHECKPOINT_PAGES = 262_144; // 1 GiB
const SQLITE_AUTOCHECKPOINT_PAGES = 1000; // SQLite's default

export interface Checkpoints {
  /**
   * Resolves at once, or at the end of the checkpoint when the log is long. Bulk writers await it between
   * transactions.
   */
  waitForCheckpoint: () => Promise<void>;
  /**
   * Empties the log, which keeps former contents of pages; call it after secrets were deleted. Never
   * rejects. A reader of an older state keeps the log until a later checkpoint.
   */
  eraseLog: () => Promise<void>;
  /** to be called before the database is closed */
  close: () => Promise<void>;
}

/**
 * Moves the checkpoints of the write-ahead log (WAL), with their disk syncs, from the commits of this connection to a
 * thread, which runs while there are writes. The log restarts from its beginning only after a checkpoint of all its
 * pages, which never completes under continuous writes. So when the log is long, users of the connection wait in its
 * queue until the checkpoint completes; the event loop is not blocked. If the thread dies, commits checkpoint
 * again, and SQLite recovers the log when the database is opened.
 * @param runExclusive runs work while no other user of the connection writes
 */
export function startCheckpoints(
  sqlite: Sqlite,
  file: string,
  runExclusive: RunExclusive,
  {
    url = new URL('./wal-checkpoint.worker.js', import.meta.url),
    intervalMs = 250,
    idleMs = 10_000,
    maxPages = MAX_PAGES,
    autocheckpointPages = AUTOCHECKPOINT_PAGES,
  }: CheckpointOptions = {},
): Checkpoints {
  if (!existsSync(url)) return withoutThread(sqlite);
  const countChanges = sqlite.prepare<[], number>('SELECT total_changes()').pluck();
  const restoreAutocheckpoint = disableAutocheckpoint(sqlite, autocheckpointPages);
  const limiter = createWalLimiter(runExclusive, maxPages);
  let checkpointedChanges = countChanges.get() ?? 0;
  let unchangedMs = 0;
  let checkpointer: Checkpointer | null = null;
  let running: Promise<void> | null = null;

  const fallBack = (): void => {
    clearInterval(timer);
    checkpointer = null;
    restoreAutocheckpoint();
  };
  const poll = (): void => {
    if (!sqlite.open) return clearInterval(timer);
    if (sqlite.inTransaction || running) return; // a transaction is written to the log at its end
    const changes = countChanges.get() ?? 0;
    unchangedMs = changes === checkpointedChanges ? unchangedMs + intervalMs : 0;
    if (changes - checkpointedChanges >= (checkpointer ? 1 : MIN_CHANGES_TO_START)) {
      checkpointedChanges = changes;
      checkpointer ??= startCheckpointer(url, file, fallBack);
      running = limiter.checkpoint(checkpointer).finally(() => {
        running = null;
      });
    } else if (checkpointer && unchangedMs >= idleMs) {
      void checkpointer.close();
      checkpointer = null;
    }
  };
  const timer = setInterval(poll, intervalMs).unref();
  return {
    waitForCheckpoint: async () => {
      if (limiter.isRestarting()) await running;
    },
    async eraseLog() {
      await running;
      checkpointer ??= startCheckpointer(url, file, fallBack);
      const { checkpoint } = checkpointer;
      await runExclusive(() => checkpoint('truncate')).catch(() => undefined); // being closed
    },
    async close() {
      clearInterval(timer);
      await checkpointer?.close();
      await running;
    },
  };
}

/** SQLite checkpoints with the commits. */
const withoutThread = (sqlite: Sqlite): Checkpoints => ({
  waitForCheckpoint: async () => undefined,
  eraseLog: async () => {
    sqlite.pragma('wal_checkpoint(TRUNCATE)');
  },
  close: async () => undefined,
});

/**
 * Keeps commits from checkpointing below `pages`, and from truncating the log. Returns the function that
 * restores both.
 */
function disableAutocheckpoint(sqlite: Sqlite, pages: number): () => void {
  const sizeLimit = sqlite.pragma('journal_size_limit', { simple: true }) as number;
  sqlite.pragma(`wal_autocheckpoint = ${pages}`);
  sqlite.pragma('journal_size_limit = -1');
  return () => {
    if (!sqlite.open) return;
    sqlite.pragma(`wal_autocheckpoint = ${SQLITE_AUTOCHECKPOINT_PAGES}`);
    sqlite.pragma(`journal_size_limit = ${sizeLimit}`);
  };
}
