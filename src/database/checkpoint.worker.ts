import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { FromCopier, ToCopier } from './checkpoints.js';
import { openSqlite } from './sqlite.js';

if (parentPort) listen(parentPort, (workerData as { file: string }).file);

/** The thread that copies the write-ahead log into the database, by a connection of its own: PASSIVE waits for nobody and lets nobody wait. */
function listen(port: MessagePort, file: string): void {
  const sqlite = openSqlite(file, { timeout: 0 });
  sqlite.pragma('synchronous = NORMAL');
  port.on('message', (wanted: ToCopier) => {
    if (wanted === 'end') {
      sqlite.close();
      return port.close();
    }
    try {
      sqlite.pragma('wal_checkpoint(PASSIVE)');
    } catch {
      // A full disk, perhaps: what is in the log is safe there, and the next time tries again.
    }
    port.postMessage('copied' satisfies FromCopier);
  });
}
