import { createSocketLimit } from './socket-limit.js';
import type { ScanListener } from './engine/state.js';
import { createEngine } from './engine/engine.js';
import { createSocketIo } from './socket-io.js';
import type { JobMessage } from './worker.messages.js';
import { toJobSpec } from './worker.messages.js';

/** Runs jobs: the worker with system calls, or this thread with Node's sockets. */
export interface Runner {
  kind: 'syscalls' | 'sockets';
  add(job: JobMessage): void;
  cancel(id: number): void;
  /** whether jobs need the process to stay alive */
  keepAlive(busy: boolean): void;
  close(): Promise<void>;
}

// A socket of Node takes about fifty microseconds to open and as much to close.
const QUANTUM = 16;
// More answers at the same time block the event loop for over 50 ms (measured: 1,500 for 0.2 s, 256
// for 0.03 s).
const MAX_SOCKETS = 256;

/** The engine on the main thread, in slices of a few milliseconds, over Node's own sockets. */
export function createSocketRunner(descriptors: number, listener: ScanListener): Runner {
  let timer: NodeJS.Timeout | null = null;
  let immediate: NodeJS.Immediate | null = null;
  const wake = (): void => {
    immediate ??= setImmediate(run);
  };
  const io = createSocketIo(wake);
  const engine = createEngine(
    io,
    () => performance.now(),
    createSocketLimit(Math.min(descriptors, MAX_SOCKETS)),
    listener,
    QUANTUM,
  );
  const clearTimers = (): void => {
    if (timer) clearTimeout(timer);
    if (immediate) clearImmediate(immediate);
    timer = null;
    immediate = null;
  };
  const run = (): void => {
    clearTimers();
    const waitMs = engine.tick();
    if (engine.idle()) return clearTimers();
    if (waitMs === 0) wake();
    else timer = setTimeout(run, waitMs);
  };
  return {
    kind: 'sockets',
    add(job) {
      engine.add(toJobSpec(job));
      wake();
    },
    cancel: (id) => {
      engine.cancel(id);
    },
    keepAlive: () => undefined, // its sockets and timers keep the process alive
    async close() {
      clearTimers();
      io.close();
    },
  };
}
