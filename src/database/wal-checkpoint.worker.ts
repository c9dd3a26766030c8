import { workerData } from 'node:worker_threads';
import { bindFreeMemory } from '../platform/process/free-memory.js';
import { serveWorker } from '../lib/worker/port.js';
import { openSqlite } from './sqlite.js';
import type { CheckpointMode, CheckpointProtocol, CheckpointResult } from './wal-checkpointer.js';

// No busy timeout: PASSIVE never blocks. RESTART and TRUNCATE run while there is no writer, and return early while
// there are readers.
const sqlite = openSqlite((workerData as { file: string }).file, { timeout: 0 });
sqlite.pragma('synchronous = NORMAL');

const FREE_MEMORY_MS = 60_000;

// The one thread that lives as long as the service and has time for it. It takes some milliseconds.
void bindFreeMemory().then((freeMemory) => {
  if (freeMemory) setInterval(freeMemory, FREE_MEMORY_MS).unref();
});

/** The thread that checkpoints the write-ahead log, on its own connection. */
serveWorker<CheckpointProtocol>({
  request: checkpoint,
  close: () => {
    sqlite.close();
  },
});

function checkpoint(mode: CheckpointMode): CheckpointResult {
  try {
    const [result] = sqlite.pragma(`wal_checkpoint(${mode})`) as { busy: number; log: number }[];
    return { pages: Math.max(result?.log ?? 0, 0), isComplete: result?.busy === 0 };
  } catch {
    // A full disk, for example: the log is intact, and the next checkpoint retries.
    return { pages: 0, isComplete: false };
  }
}
