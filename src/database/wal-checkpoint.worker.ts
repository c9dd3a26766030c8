import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { FromCheckpointer, CheckpointMode, ToCheckpointer } from './wal-checkpointer.js';
import { openSqlite, type Sqlite } from './sqlite.js';

if (parentPort) listen(parentPort, (workerData as { file: string }).file);

/** The thread that checkpoints the write-ahead log, on its own connection. */
function listen(port: MessagePort, file: string): void {
  // No busy timeout: PASSIVE never blocks. RESTART and TRUNCATE run while there is no writer, and return early while
  // there are readers.
  const sqlite = openSqlite(file, { timeout: 0 });
  sqlite.pragma('synchronous = NORMAL');
  port.on('message', (message: ToCheckpointer) => {
    if (message === 'close') {
      sqlite.close();
      port.close();
    } else port.postMessage(checkpoint(sqlite, message));
  });
}

function checkpoint(sqlite: Sqlite, mode: CheckpointMode): FromCheckpointer {
  try {
    const [result] = sqlite.pragma(`wal_checkpoint(${mode})`) as { busy: number; log: number }[];
    return { pages: Math.max(result?.log ?? 0, 0), isComplete: result?.busy === 0 };
  } catch {
    // A full disk, for example: the log is intact, and the next checkpoint retries.
    return { pages: 0, isComplete: false };
  }
}
