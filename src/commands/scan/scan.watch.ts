import { SingleBar } from 'cli-progress';
import type { TaskResponse } from '../../tasks/tasks.schemas.js';
import { getData } from '../client/request.js';
import type { Client } from '../client/client.js';
import { CommandError, sleep, widthOf, type Io, type OutputStream } from '../output/io.js';
import { printable, shorten } from '../output/text.js';

export type WatchedTask = Pick<
  TaskResponse,
  'id' | 'number_task' | 'status' | 'percent' | 'state' | 'error' | 'hosts_total' | 'hosts_done'
>;

const FIRST_LOOK_MS = 40; // a scan of one near host is over in less than a blink
const LOOK_EVERY_MS = 200;
const STOPPING_MS = 3_000;
const LINE_EVERY_MS = 5_000;
const BAR = 16; // short: the text beside it says more

export interface Progress {
  show(task: WatchedTask): void;
  end(): void;
}

/** Waits until a task is over, and shows how far it is. When the person interrupts, the task is stopped, and comes back as it then is. */
export async function watchTask(
  client: Client,
  id: number,
  io: Io,
  progress: Progress = progressOn(io.stderr),
): Promise<WatchedTask> {
  try {
    return (
      (await follow(client, id, progress, io.signal, Infinity)) ??
      (await stopTask(client, id, progress))
    );
  } finally {
    progress.end();
  }
}

async function stopTask(client: Client, id: number, progress: Progress): Promise<WatchedTask> {
  await client.request('POST', `/api/v1/tasks/${id}/stop`); // 409 when it was over just now
  const task = await follow(client, id, progress, undefined, STOPPING_MS);
  if (!task) throw new CommandError('The scan was asked to stop, and has not yet', 130);
  return task;
}

// Undefined when the signal or the time limit came first.
async function follow(
  client: Client,
  id: number,
  progress: Progress,
  signal: AbortSignal | undefined,
  limitMs: number,
): Promise<WatchedTask | undefined> {
  let wait = FIRST_LOOK_MS;
  for (let waited = 0; waited <= limitMs && !signal?.aborted; waited += wait) {
    const task = await getData<WatchedTask>(client, 'GET', `/api/v1/tasks/${id}`);
    if (task.status !== 'working') return task;
    progress.show(task);
    wait = Math.min(wait * 2, LOOK_EVERY_MS);
    await sleep(wait, signal);
  }
  return undefined;
}

/** A bar on a terminal, which goes when the scan is over; elsewhere a line every few seconds. */
export function progressOn(out: OutputStream): Progress {
  return out.isTTY ? bar(out) : lines(out);
}

function bar(out: OutputStream): Progress {
  // Lines are kept short enough here, so that the terminal's own wrapping need not be switched off (and on again after a kill).
  const shown = new SingleBar({
    stream: out,
    format: '{bar} {percentage}%  {text}',
    barsize: BAR,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    clearOnComplete: true,
    linewrap: true,
    hideCursor: false,
  });
  let begun = false;
  return {
    show({ percent, state }) {
      const text = shorten(printable(state), Math.max(0, (widthOf(out) ?? 80) - BAR - 9));
      if (begun) shown.update(percent, { text });
      else shown.start(100, percent, { text });
      begun = true;
    },
    end: () => shown.stop(),
  };
}

function lines(out: OutputStream): Progress {
  let last = performance.now();
  return {
    show({ percent, state }) {
      if (performance.now() - last < LINE_EVERY_MS) return;
      last = performance.now();
      out.write(`${percent}%  ${printable(state)}\n`);
    },
    end: () => undefined,
  };
}
