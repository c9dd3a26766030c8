import { workerData } from 'node:worker_threads';
import { serveWorker } from '../lib/worker/port.js';
import { openSqlite } from './sqlite.js';
import type { CheckpointMode, CheckpointProtocol, CheckpointResult } from './wal-checkpointer.js';

// No busy timeout: PASSIVE never blocks. RESTART and TRUNCATE run while there is no writer, and return early while
// there are readers.
const sqlite = openSqlite((workerData as { file: string }).file, { timeout: 0 });
sqlite.pragma('synchronous = NORMAL');

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
