import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { FromCheckpointer, CheckpointMode, ToCheckpointer } from './wal-checkpointer.js';
import { openSqlite, type Sqlite } from './sqlite.js';

if (parentPort) listen(parentPort, (workerData as { file: string }).file);

// PASSIVE waits for nobody and lets nobody wait; the others are asked for while nobody writes, and do without where somebody reads.
const MODES: Readonly<Record<CheckpointMode, string>> = {
  copy: 'PASSIVE',
  restart: 'RESTART',
  truncate: 'TRUNCATE',
};

/** The thread that copies the write-ahead log into the database, by a connection of its own. */
function listen(port: MessagePort, file: string): void {
  const sqlite = openSqlite(file, { timeout: 0 });
  sqlite.pragma('synchronous = NORMAL');
  port.on('message', (wanted: ToCheckpointer) => {
    if (wanted === 'end') {
      sqlite.close();
      return port.close();
    }
    port.postMessage(copy(sqlite, wanted));
  });
}

function copy(sqlite: Sqlite, how: CheckpointMode): FromCheckpointer {
  try {
    const [told] = sqlite.pragma(`wal_checkpoint(${MODES[how]})`) as {
      busy: number;
      log: number;
    }[];
    return { pages: Math.max(told?.log ?? 0, 0), done: told?.busy === 0 };
  } catch {
    return { pages: 0, done: false }; // A full disk, perhaps: what is in the log is safe there, and the next time tries again.
  }
}
