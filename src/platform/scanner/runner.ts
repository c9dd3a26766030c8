import { createSocketLimit } from './socket-limit.js';
import type { Reports } from './engine.js';
import { createEngine } from './engine.js';
import { createSocketIo } from './socket-io.js';
import type { JobMessage } from './worker.messages.js';
import { jobOf } from './worker.messages.js';

/** Where jobs are worked on: the worker with system calls, or this thread with Node's sockets. */
export interface Runner {
  kind: 'syscalls' | 'sockets';
  add(job: JobMessage): void;
  cancel(id: number): void;
  /** whether the process has to stay alive for the sake of jobs */
  keepAlive(busy: boolean): void;
  close(): Promise<void>;
}

// A socket of Node costs some fifty microseconds to begin and as much to end.
const QUANTUM = 16;
// Answers to more than that, coming at once, hold the event loop up for longer than 50 ms (measured: 1,500 for 0.2 s, 256 for 0.03 s).
const MOST_AT_ONCE = 256;

/** The engine on the main thread, in slices of a few milliseconds, over Node's own sockets. */
export function createSocketRunner(descriptors: number, reports: Reports): Runner {
  let timer: NodeJS.Timeout | null = null;
  let soon: NodeJS.Immediate | null = null;
  const wake = (): void => {
    soon ??= setImmediate(run);
  };
  const io = createSocketIo(wake);
  const engine = createEngine(
    io,
    () => performance.now(),
    createSocketLimit(Math.min(descriptors, MOST_AT_ONCE)),
    reports,
    QUANTUM,
  );
  const rest = (): void => {
    if (timer) clearTimeout(timer);
    if (soon) clearImmediate(soon);
    [timer, soon] = [null, null];
  };
  const run = (): void => {
    rest();
    const waitMs = engine.turn();
    if (engine.idle()) return rest();
    if (waitMs === 0) wake();
    else timer = setTimeout(run, waitMs);
  };
  return {
    kind: 'sockets',
    add(job) {
      engine.add(jobOf(job));
      wake();
    },
    cancel: (id) => {
      engine.cancel(id);
    },
    keepAlive: () => undefined, // its sockets and timers do that
    async close() {
      rest();
      io.close();
    },
  };
}
