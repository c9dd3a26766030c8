import { SingleBar } from 'cli-progress';
import { printable, shorten } from '../../lib/text.js';
import type { TaskResponse } from '../../tasks/tasks.schemas.js';
import { getData } from '../client/request.js';
import type { Client } from '../client/types.js';
import { CommandError } from '../output/errors.js';
import { canRedraw, sleep, widthOf, type Io, type OutputStream } from '../output/io.js';

export type WatchedTask = Pick<
  TaskResponse,
  'id' | 'number_task' | 'status' | 'percent' | 'state' | 'error' | 'hosts_total' | 'hosts_done'
>;

const FIRST_POLL_MS = 40; // a scan of one nearby host takes less
const MAX_POLL_MS = 200;
const STOP_TIMEOUT_MS = 3_000;
const LINE_INTERVAL_MS = 5_000;
const BAR_WIDTH = 16; // short: the text beside it has the details

export interface Progress {
  show(task: WatchedTask): void;
  end(): void;
}

/** Waits until a task has finished and shows its progress. An interruption stops the task and returns its state. */
export async function watchScan(
  client: Client,
  id: number,
  io: Io,
  progress: Progress = createProgress(io.stderr),
): Promise<WatchedTask> {
  try {
    const finished = await waitForTask(client, id, progress, { signal: io.signal });
    return finished ?? (await stopTask(client, id, progress));
  } finally {
    progress.end();
  }
}

async function stopTask(client: Client, id: number, progress: Progress): Promise<WatchedTask> {
  await client.request('POST', `/api/v1/tasks/${id}/stop`); // 409 if it has just finished
  const task = await waitForTask(client, id, progress, { timeoutMs: STOP_TIMEOUT_MS });
  if (!task) throw new CommandError('Stop requested; the scan has not stopped yet', 130);
  return task;
}

/** Returns the finished task and shows its progress; undefined: the signal aborted or the time is up. */
export async function waitForTask(
  client: Client,
  id: number,
  progress: Progress,
  { signal, timeoutMs = Infinity }: { signal?: AbortSignal; timeoutMs?: number },
): Promise<WatchedTask | undefined> {
  let pollMs = FIRST_POLL_MS;
  for (let waitedMs = 0; waitedMs <= timeoutMs && !signal?.aborted; waitedMs += pollMs) {
    const task = await getData<WatchedTask>(client, 'GET', `/api/v1/tasks/${id}`);
    if (task.status !== 'working') return task;
    progress.show(task);
    pollMs = Math.min(pollMs * 2, MAX_POLL_MS);
    await sleep(pollMs, signal);
  }
  return undefined;
}

/** A bar on a terminal until the scan has finished; elsewhere a line every few seconds. */
export const createProgress = (out: OutputStream): Progress =>
  canRedraw(out) ? createBar(out) : createLines(out);

function createBar(out: OutputStream): Progress {
  // Lines are shortened here: terminal wrapping then need not be switched off, and on again after a kill.
  const bar = new SingleBar({
    stream: out,
    format: '{bar} {percentage}%  {text}',
    barsize: BAR_WIDTH,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    clearOnComplete: true,
    linewrap: true,
    hideCursor: false,
  });
  let isStarted = false;
  return {
    show({ percent, state }) {
      const maxLength = Math.max(0, (widthOf(out) ?? 80) - BAR_WIDTH - 9);
      const text = shorten(printable(state), maxLength);
      if (isStarted) bar.update(percent, { text });
      else bar.start(100, percent, { text });
      isStarted = true;
    },
    end: () => bar.stop(),
  };
}

function createLines(out: OutputStream): Progress {
  let lastLineMs = performance.now();
  return {
    show({ percent, state }) {
      if (performance.now() - lastLineMs < LINE_INTERVAL_MS) return;
      lastLineMs = performance.now();
      out.write(`${percent}%  ${printable(state)}\n`);
    },
    end: () => undefined,
  };
}
