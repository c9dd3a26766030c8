import { Worker } from 'node:worker_threads';
import type { ScanListener } from './engine/state.js';
import type { Runner } from './runner.js';
import type { FromScanWorker, JobMessage, ToScanWorker } from './worker.messages.js';

/** Ports and hosts in progress take some MB; the margin is wide. */
const LIMITS = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 16 };

/**
 * Starts the worker. Null where it cannot run: not 64-bit Linux, no FFI library, or no compiled
 * worker (sources run by a test runner).
 * @param onDeath the worker has ended unexpectedly; its jobs are lost
 */
export async function startWorker(
  url: URL,
  descriptors: number,
  listener: ScanListener,
  onDeath: (error: Error) => void,
): Promise<Runner | null> {
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) return null;
  const worker = new Worker(url, {
    workerData: { descriptors },
    name: 'port-scanner',
    resourceLimits: LIMITS,
  });
  const ready = await waitUntilReady(worker);
  if (!ready) {
    await worker.terminate();
    return null;
  }
  worker.unref();
  let closing = false;
  worker.on('message', (message: FromScanWorker) => {
    if (message.kind === 'reports') forwardReports(message, listener);
  });
  worker.on('error', (error) => {
    onDeath(error instanceof Error ? error : new Error(String(error)));
  });
  worker.on('exit', (code) => {
    if (!closing) onDeath(new Error(`The scanner thread exited with code ${code}`));
  });
  const send = (message: ToScanWorker): void => {
    worker.postMessage(message);
  };
  const enqueue = createBatch<JobMessage>((jobs) => {
    send({ kind: 'add', jobs });
  });
  return {
    kind: 'syscalls',
    add: enqueue,
    cancel: (id) => {
      send({ kind: 'cancel', id });
    },
    keepAlive(busy) {
      if (busy) worker.ref();
      else worker.unref();
    },
    async close() {
      closing = true;
      await worker.terminate();
    },
  };
}

function waitUntilReady(worker: Worker): Promise<boolean> {
  return new Promise((resolve) => {
    worker.once('message', (message: FromScanWorker) => {
      resolve(message.kind === 'ready');
    });
    worker.once('error', () => {
      resolve(false);
    });
    worker.once('exit', () => {
      resolve(false);
    });
  });
}

function forwardReports(
  message: Extract<FromScanWorker, { kind: 'reports' }>,
  listener: ScanListener,
): void {
  for (const { id, done, total } of message.progress) listener.progress(id, done, total);
  for (const { id, state } of message.states) listener.state(id, state);
  for (const { id, outcome } of message.finished) listener.finished(id, outcome);
}

/** Collects items added in one event-loop tick, for one message instead of many. */
function createBatch<T>(flush: (items: T[]) => void): (item: T) => void {
  let items: T[] = [];
  return (item) => {
    if (items.push(item) > 1) return;
    queueMicrotask(() => {
      const ready = items;
      items = [];
      flush(ready);
    });
  };
}
