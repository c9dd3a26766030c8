import { z } from 'zod';
import type { HostJob, HostResult, TaskHost, TaskType } from '../../src/tasks/task-type.js';

export interface Work {
  host: TaskHost;
  job: HostJob<unknown>;
  end(result?: Partial<HostResult>): void;
  fail(error: Error): void;
}

/** A task type whose hosts stay in work until the test ends them. */
export interface FakeTaskType extends TaskType {
  /** what is in work, oldest first */
  works: Work[];
  /** every host that was ever begun, in order: `task:ip` */
  begun: string[];
  /** the most hosts that were in work at one time */
  peak: number;
}

export const DONE: HostResult = { outcome: 'done', reason: null, detail: null };

/**
 * @param instant hosts give this result at once instead of waiting for the test
 * @param deaf the work does not heed an abort
 */
export function fakeTaskType({
  atOnce = 4,
  instant,
  deaf = false,
  name = 'fake',
}: {
  atOnce?: number;
  instant?: (host: TaskHost) => HostResult;
  deaf?: boolean;
  name?: string;
} = {}): FakeTaskType {
  const fake: FakeTaskType = {
    name,
    works: [],
    begun: [],
    peak: 0,
    params: z.unknown(),
    hostConcurrency: () => atOnce,
    run: (host, job) =>
      new Promise((resolve, reject) => {
        const leave = () => {
          fake.works = fake.works.filter((w) => w !== work);
        };
        const work: Work = {
          host,
          job,
          end: (r) => {
            leave();
            resolve({ ...DONE, ...r });
          },
          fail: (e) => {
            leave();
            reject(e);
          },
        };
        fake.begun.push(`${job.task_id}:${host.ip}`);
        fake.works.push(work);
        fake.peak = Math.max(fake.peak, fake.works.length);
        if (instant) setImmediate(() => work.end(instant(host)));
        else if (!deaf)
          job.signal.addEventListener('abort', () => work.fail(job.signal.reason as Error), {
            once: true,
          });
      }),
  };
  return fake;
}

/** Lets everything else have its turn until this is so. Bounded by the test's own time limit. */
export async function until(true_: () => boolean): Promise<void> {
  while (!true_()) await new Promise((resolve) => setTimeout(resolve, 1));
}
