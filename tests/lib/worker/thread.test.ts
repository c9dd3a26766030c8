import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import type { FromWorker, ToWorker } from '../../../src/lib/worker/messages.js';
import { startWorkerThread, type WorkerEndedError } from '../../../src/lib/worker/thread.js';
import { compileTestWorker } from './support/compile.js';

const worker = compileTestWorker();
afterAll(worker.remove);

function start() {
  const messages: FromWorker[] = [];
  const deaths: WorkerEndedError[] = [];
  const thread = startWorkerThread<ToWorker, FromWorker>({
    url: worker.url,
    name: 'test',
    onMessage: (message) => messages.push(message),
    onDeath: (error) => deaths.push(error),
  });
  onTestFinished(() => thread.terminate());
  return { ...thread, messages, deaths };
}
const echo = (value: unknown): ToWorker => ({
  kind: 'request',
  id: 1,
  payload: { kind: 'echo', value },
});

describe('a worker thread', () => {
  it('delivers messages both ways', async () => {
    const { post, messages } = start();
    post(echo('a'));
    await expect.poll(() => messages).toEqual([{ kind: 'response', id: 1, response: 'a' }]);
  });

  it('reports its death once, by the first cause', async () => {
    const { post, deaths } = start();
    post({ kind: 'request', id: 1, payload: { kind: 'uncaught' } });
    await expect.poll(() => deaths.length).toBe(1);
    expect(deaths[0]?.cause).toMatchObject({ message: 'an uncaught error' });
    await sleep(50);
    expect(deaths).toHaveLength(1);
  });

  it('reports nothing after it was terminated', async () => {
    const { post, terminate, messages, deaths } = start();
    post(echo('a'));
    await terminate();
    await sleep(20);
    expect([messages, deaths]).toEqual([[], []]);
  });
});
