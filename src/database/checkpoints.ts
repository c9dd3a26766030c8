import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Sqlite } from './sqlite.js';

export type ToCopier = 'copy' | 'end';
export type FromCopier = 'copied';

export interface CheckpointOptions {
  /** the compiled worker; where there is none (sources run by a test runner), everything stays with the connection */
  url?: URL;
  everyMs?: number;
  /** the thread ends when nothing was written for so long */
  idleMs?: number;
}

/** Rows: fewer are not worth starting a thread. */
const MANY = 1000;
// Pages in the log (64 MiB) from which a commit copies them itself: the thread is behind, and the log must not grow without end.
const BEHIND = 16_384;
const BY_COMMITS = 1000; // what SQLite does by itself
const END_MS = 2000;

/**
 * Takes the copying of the write-ahead log (SQLite's checkpoints, with their waits for the disk) out of the commits of this connection, into a
 * thread that is there while something is written. Whatever becomes of the thread, the log is read again when the database is opened, and
 * kept short by the commits. Gives what ends it, which is to be called before the database is closed.
 */
export function startCheckpoints(sqlite: Sqlite, file: string, { url = new URL('./checkpoint.worker.js', import.meta.url), everyMs = 250, idleMs = 10_000 }: CheckpointOptions = {}): () => Promise<void> {
  if (!existsSync(url)) return async () => undefined;
  sqlite.pragma(`wal_autocheckpoint = ${BEHIND}`);
  const countChanges = sqlite.prepare<[], number>('SELECT total_changes()').pluck();
  let copied = countChanges.get() ?? 0;
  let idle = 0;
  let copier: Copier | null = null;

  const giveUp = (): void => {
    clearInterval(timer);
    copier = null;
    if (sqlite.open) sqlite.pragma(`wal_autocheckpoint = ${BY_COMMITS}`);
  };
  const look = (): void => {
    if (!sqlite.open) return clearInterval(timer);
    if (sqlite.inTransaction || copier?.busy()) return; // what a transaction writes is in the log at its end only
    const changes = countChanges.get() ?? 0;
    idle = changes === copied ? idle + everyMs : 0;
    if (changes - copied >= (copier ? 1 : MANY)) {
      copied = changes;
      copier ??= startCopier(url, file, giveUp);
      copier.copy();
    } else if (copier && idle >= idleMs) {
      void copier.end();
      copier = null;
    }
  };
  const timer = setInterval(look, everyMs).unref();
  return async () => {
    clearInterval(timer);
    await copier?.end();
  };
}

interface Copier { busy(): boolean; copy(): void; end(): Promise<void> }

function startCopier(url: URL, file: string, onDeath: () => void): Copier {
  const worker = new Worker(url, { workerData: { file }, name: 'checkpoints', resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 } });
  let [busy, ending] = [false, false];
  const send = (wanted: ToCopier): void => { worker.postMessage(wanted); };
  const exit = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      resolve();
      if (!ending) onDeath();
    });
  });
  worker.on('message', (message: FromCopier) => { if (message === 'copied') busy = false; });
  worker.on('error', () => {}); // it exits then
  worker.unref();
  return {
    busy: () => busy,
    copy() {
      busy = true;
      send('copy');
    },
    async end() {
      ending = true;
      worker.ref();
      send('end');
      const late = setTimeout(() => void worker.terminate(), END_MS);
      await exit;
      clearTimeout(late);
    },
  };
}
