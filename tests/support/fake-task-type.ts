import { z } from 'zod';
import type { HostJob, HostResult, TaskHost, TaskType } from '../../src/tasks/task-type.js';

interface Work {
  host: TaskHost;
  job: HostJob<unknown>;
  end(result?: Partial<HostResult>): void;
  fail(error: Error): void;
}

/** A task type whose hosts stay in progress until the test ends them. */
export interface FakeTaskType extends TaskType {
  /** work in progress, oldest first */
  works: Work[];
  /** every started host, in order: `task:ip` */
  begun: string[];
  /** maximum number of hosts in progress at the same time */
  peak: number;
}

export const DONE: HostResult = { outcome: 'done', reason: null, detail: null };

/**
 * @param instant hosts return this result at once instead of waiting for the test
 * @param deaf the work ignores an abort
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

/** Waits until the check returns true. The test's own timeout is the limit. */
export async function until(check: () => boolean): Promise<void> {
  while (!check()) await new Promise((resolve) => setTimeout(resolve, 1));
}
