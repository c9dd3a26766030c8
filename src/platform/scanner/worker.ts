import type { MessagePort } from 'node:worker_threads';
import { parentPort, workerData } from 'node:worker_threads';
import { createSocketLimit } from './socket-limit.js';
import type { Engine } from './engine/engine.js';
import { createEngine } from './engine/engine.js';
import { bindLibc } from './syscalls/libc.js';
import type { ProbeIo } from './probe-io.js';
import { createSyscallIo } from './syscalls/syscall-io.js';
import type { FromScanWorker, ToScanWorker } from './worker.messages.js';
import { toJobSpec } from './worker.messages.js';

type ScanReports = Extract<FromScanWorker, { kind: 'reports' }>;

if (parentPort) await main(parentPort, workerData as { descriptors: number });

/**
 * The thread that sends the packets of scans: it alternates between the engine and the messages of
 * the main thread.
 */
async function main(port: MessagePort, options: { descriptors: number }): Promise<void> {
  const post = (message: FromScanWorker): void => {
    port.postMessage(message);
  };
  let io: ProbeIo;
  try {
    io = createSyscallIo(bindLibc((await import('koffi')).default));
  } catch (error) {
    post({ kind: 'unable', why: error instanceof Error ? error.message : String(error) });
    return;
  }
  let reports = createReports();
  const engine = createEngine(io, () => performance.now(), createSocketLimit(options.descriptors), {
    progress: (id, done, total) => {
      reports.progress.push({ id, done, total });
    },
    state: (id, state) => {
      reports.states.push({ id, state });
    },
    finished: (id, outcome) => {
      reports.finished.push({ id, outcome });
    },
  });
  let running = false;
  const run = (): void => {
    engine.tick();
    if (!isEmpty(reports)) {
      post(reports);
      reports = createReports();
    }
    running = !engine.idle();
    if (running) setImmediate(run);
  };
  port.on('message', (message: ToScanWorker) => {
    handleMessage(engine, message);
    if (!running) run();
  });
  post({ kind: 'ready' });
}

function createReports(): ScanReports {
  return { kind: 'reports', progress: [], states: [], finished: [] };
}

function isEmpty({ progress, states, finished }: ScanReports): boolean {
  return progress.length === 0 && states.length === 0 && finished.length === 0;
}

function handleMessage(engine: Engine, message: ToScanWorker): void {
  if (message.kind === 'cancel') return engine.cancel(message.id);
  for (const job of message.jobs) engine.add(toJobSpec(job));
}
