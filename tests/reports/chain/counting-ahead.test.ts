import { expect, it, vi } from 'vitest';
import type { StreamEvent } from '../../../src/events/stream/stream.events.js';
import { countEndedTasks } from '../../../src/reports/chain/counting-ahead.js';
import { notFound } from '../../../src/errors.js';
import { createReportApp } from '../report-app.js';

/** Counts with a stream that the test feeds, and without a delay. */
function startCounting(readCounts: (template: number) => Promise<never[]>) {
  let listener: (event: StreamEvent) => void = () => undefined;
  let subscribers = 0;
  const warn = vi.fn<(details: { template: number }) => void>();
  const subscribe = (added: typeof listener): (() => void) => {
    listener = added;
    subscribers += 1;
    return () => {
      subscribers -= 1;
    };
  };
  const stop = countEndedTasks({ eventStream: { subscribe }, log: { warn } }, readCounts, 0);
  const publish = (event: string, template_id: number): void => {
    const task = { topic: 'tasks', event, template_id, task_id: 1, percent: 100, state: '' };
    listener(task as unknown as StreamEvent);
  };
  return { publish, warn, stop, countSubscribers: () => subscribers };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

it('counts each template once whose tasks have ended', async () => {
  const counted: number[] = [];
  const { publish, warn } = startCounting((template) => {
    counted.push(template);
    return Promise.resolve([]);
  });
  publish('task.started', 4);
  publish('task.host_done', 4);
  publish('task.completed', 1);
  publish('task.failed', 2);
  publish('task.stopped', 1);
  await vi.waitFor(() => {
    expect(counted).toEqual([1, 2]);
  });
  publish('task.completed', 3);
  await vi.waitFor(() => {
    expect(counted).toEqual([1, 2, 3]);
  });
  expect(warn).not.toHaveBeenCalled();
});

it('counts a template again when a task ends meanwhile, one at a time', async () => {
  const open: (() => void)[] = [];
  const counted: number[] = [];
  const { publish } = startCounting((template) => {
    counted.push(template);
    return new Promise((resolve) => open.push(() => resolve([])));
  });
  publish('task.completed', 1);
  publish('task.completed', 2);
  await vi.waitFor(() => {
    expect(counted).toEqual([1]);
  });
  publish('task.completed', 1);
  for (const expected of [
    [1, 2],
    [1, 2, 1],
  ]) {
    open.shift()?.();
    await vi.waitFor(() => {
      expect(counted).toEqual(expected);
    });
  }
});

it('continues after an error, and reports it unless the template was deleted', async () => {
  const counted: number[] = [];
  const { publish, warn } = startCounting((template) => {
    counted.push(template);
    return Promise.reject(template === 1 ? notFound('template', 1) : new Error('broken'));
  });
  for (const template of [1, 2, 3]) publish('task.completed', template);
  await vi.waitFor(() => {
    expect(warn.mock.calls.map(([{ template }]) => template)).toEqual([2, 3]);
  });
  expect(counted).toEqual([1, 2, 3]);
});

it('counts nothing after it was ended', async () => {
  const readCounts = vi.fn(() => Promise.resolve([]));
  const { publish, stop, countSubscribers } = startCounting(readCounts);
  publish('task.completed', 1);
  stop();
  await settle();
  expect(readCounts).not.toHaveBeenCalled();
  expect(countSubscribers()).toBe(0);
});

it('stores the counts of a task without a reader of its chain', async () => {
  const app = await createReportApp();
  const host = await app.addHost('192.0.2.1');
  await app.importFeed({ openssl: { 'CVE-2024-0001': null } });
  await app.importPackages(host, { openssl: '3.0.11-1~deb12u1' });
  await app.runTask(await app.addTemplate('inventory', [host]));
  await vi.waitFor(
    async () => {
      const url = '/api/v1/templates?include=last_task';
      const [template] = await app.request<{ last_task: { new: unknown } }[]>(200, 'GET', url);
      expect(template?.last_task.new).toEqual({ total: 1, worst: 'unknown' });
    },
    { timeout: 10_000 },
  );
});
