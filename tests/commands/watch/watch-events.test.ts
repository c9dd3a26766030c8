import { describe, expect, it, onTestFinished } from 'vitest';
import { connect } from '../../../src/commands/client/client.js';
import { createLiveLines } from '../../../src/commands/watch/live-lines.js';
import { createPainter } from '../../../src/commands/output/text.js';
import { renderStreamEvent } from '../../../src/commands/watch/stream.text.js';
import { watchEvents, type WatchEventsOptions } from '../../../src/commands/watch/watch-events.js';
import { watchTask } from '../../../src/commands/watch/watch-task.js';
import type { StreamEvent } from '../../../src/events/stream/stream.events.js';
import { ADMIN, fakeType, type TestApp } from '../../support/app.js';
import { createTestClient, testIo } from '../../support/command.js';
import { fakeTaskType, until } from '../../support/fake-task-type.js';
import { publisher } from '../../support/publisher.js';
import { debianReport } from '../../support/reports.js';
import { runTemplate } from '../../support/run-template.js';
import { emit, listeningApp } from '../../support/ws.js';

type ListeningApp = TestApp & { port: number };

function startWatch(app: ListeningApp, options: Partial<WatchEventsOptions> = {}) {
  const io = testIo();
  onTestFinished(() => io.interrupt());
  const url = `http://127.0.0.1:${app.port}`;
  const done = watchEvents({ what: 'tasks', url, token: ADMIN, ...options }, io);
  done.catch(() => undefined);
  return { io, done };
}

async function clientOf(app: ListeningApp) {
  const url = `http://127.0.0.1:${app.port}`;
  const client = await connect({ url, token: ADMIN }, testIo());
  onTestFinished(() => client.close());
  return client;
}

/** A client of a service without /ws/events. */
async function olderClient(app: TestApp) {
  const { url } = await publisher({});
  return { ...createTestClient(app), service: { url, token: ADMIN, hint: '' } };
}

const isConnected = (app: TestApp) =>
  expect.poll(() => app.app.websocketServer.clients.size, { timeout: 15_000 }).toBe(1);
const jsonLines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as StreamEvent);

const withoutTime = (line: string) => line.replace(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}/, '');

describe('hostwarden watch tasks and all', () => {
  it('prints a line per event with the name of the template, and ends with 130', async () => {
    const app = await listeningApp();
    const { io, done } = startWatch(app);
    await isConnected(app);
    await runTemplate(app, ['10.0.0.1'], { name: 'nightly' });
    await until(() => io.out().includes('completed'));
    io.interrupt();
    expect(await done).toBe(130);
    const texts = io.out().trimEnd().split('\n').map(withoutTime);
    expect(texts.filter((text) => !text.includes('progress'))).toEqual([
      'nightly (TASK-00001)  started  0 %  Starting with 10.0.0.1 (0 of 1 host)',
      expect.stringMatching(/^nightly \(TASK-00001\) {2}host done {2}\d+ % {2}10\.0\.0\.1: done$/),
      'nightly (TASK-00001)  completed  100 %  1 done',
    ]);
  });

  it('replays the events after --since of all topics as JSON', async () => {
    const app = await listeningApp();
    await runTemplate(app, ['10.0.0.1']);
    emit(app.ctx.events, 1);
    const { io } = startWatch(app, { what: 'all', json: true, since: '0' });
    await until(() => io.out().includes('task.completed') && io.out().includes('agent.'));
    const events = jsonLines(io.out()).filter((e) => e.event !== 'task.progress');
    expect(events.map((e) => e.seq)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('prints the import of an inventory with the name of the host', async () => {
    const app = await listeningApp();
    await app.call('POST', '/hosts', [{ current_ip: '10.0.0.1', hostname: 'web-1' }]);
    const { io } = startWatch(app, { what: 'all' });
    await isConnected(app);
    await app.call('PUT', '/hosts/1/inventory', { sections: debianReport([]) });
    await until(() => io.out().includes('imported'));
    expect(io.out()).toMatch(/^\S+ \S+ {2}web-1 \(10\.0\.0\.1\) {2}inventory imported\n$/);
  });

  it('prints changes with the name or how many, and the new name after an update', async () => {
    const app = await listeningApp();
    const { io } = startWatch(app, { what: 'all' });
    await isConnected(app);
    await app.call('POST', '/hosts', [{ current_ip: '10.0.0.1', hostname: 'web-1' }]);
    await until(() => io.out().includes('web-1'));
    await app.call('PUT', '/hosts/1', { hostname: 'web-2' });
    await until(() => io.out().includes('web-2'));
    await app.call('POST', '/hosts', [{ current_ip: '10.0.0.2' }, { current_ip: '10.0.0.3' }]);
    await app.call('POST', '/groups', { name: 'servers' });
    await until(() => io.out().includes('group'));
    await app.call('DELETE', '/hosts', { ids: [1, 2, 3] });
    await until(() => io.out().includes('deleted'));
    expect(io.out().trimEnd().split('\n').map(withoutTime)).toEqual([
      'web-1 (10.0.0.1)  created',
      'web-2 (10.0.0.1)  updated',
      '2 hosts  created',
      'group 1  created',
      '3 hosts  deleted',
    ]);
  });

  it('loses and repeats no event over restarts of the service', async () => {
    const first = await listeningApp();
    const { io } = startWatch(first, { json: true });
    await isConnected(first);
    await runTemplate(first, ['10.0.0.1']);
    await until(() => io.out().includes('task.completed'));
    await first.close();
    const second = await listeningApp({ dir: first.dir });
    await runTemplate(second, ['10.0.0.2']);
    await second.ctx.engine.idle();
    await second.close();
    const third = await listeningApp({ dir: first.dir, port: first.port });
    await isConnected(third);
    await runTemplate(third, ['10.0.0.3']);
    await until(() => io.out().split('task.completed').length === 4);
    const stored = jsonLines(io.out()).filter((e) => e.event !== 'task.progress');
    expect(stored.map((e) => e.seq)).toEqual([3, 4, 5, 8, 9, 10, 13, 14, 15]); // the others are of hosts and templates
  });

  it.each([
    [{ since: 'x' }, /--since/],
    [{ token: 'wrong' }, /does not accept the token/],
    [{ url: 'http://127.0.0.1:9' }, /cannot be reached/],
  ])('fails with a reason for %j', async (options, reason) => {
    const app = await listeningApp();
    await expect(startWatch(app, options).done).rejects.toThrow(reason);
  });
});

describe('watchTask', () => {
  it('ends with the task, and returns its outcome as the exit code', async () => {
    const fake = fakeTaskType({ name: 'pentest' });
    const app = await listeningApp({ types: [fake] });
    const { taskId } = await runTemplate(app, ['10.0.0.1', '10.0.0.2']);
    const io = testIo();
    const done = watchTask(await clientOf(app), taskId, io, { json: true });
    await isConnected(app);
    await until(() => fake.works.length === 2);
    for (const work of [...fake.works]) work.end();
    expect(await done).toBe(0);
    const events = jsonLines(io.out());
    expect(events.at(-1)).toMatchObject({ event: 'task.completed', percent: 100 });
    expect(events.filter((e) => e.event === 'task.host_done')).toHaveLength(2);
  });

  it.each([
    ['failed', 1],
    ['stopped', 1],
  ])('returns for a task that %s the exit code %i', async (outcome, code) => {
    const fake = fakeTaskType({ name: 'pentest' });
    const app = await listeningApp({ types: [fake] });
    const { taskId } = await runTemplate(app, ['10.0.0.1']);
    await until(() => fake.works.length === 1);
    const done = watchTask(await clientOf(app), taskId, testIo());
    await isConnected(app);
    if (outcome === 'stopped') await app.call('POST', `/api/v1/tasks/${taskId}/stop`);
    else fake.works[0]?.end({ outcome: 'failed', reason: 'x', detail: 'No reason.' });
    expect(await done).toBe(code);
  });

  it('prints one line for a task that has finished, and needs no channel', async () => {
    const app = await listeningApp();
    const { taskId } = await runTemplate(app, ['10.0.0.1'], { name: 'nightly' });
    await app.ctx.engine.idle();
    const io = testIo();
    expect(await watchTask(createTestClient(app), taskId, io)).toBe(0);
    expect(io.out()).toMatch(/nightly \(TASK-00001\) {2}completed {2}100 % {2}1 done\n$/);
  });

  it('leaves the task running when it is interrupted', async () => {
    const fake = fakeTaskType({ name: 'pentest' });
    const app = await listeningApp({ types: [fake] });
    const { taskId } = await runTemplate(app, ['10.0.0.1']);
    const io = testIo();
    const done = watchTask(await clientOf(app), taskId, io);
    await isConnected(app);
    io.interrupt();
    expect(await done).toBe(130);
    const { body } = await app.call('GET', `/api/v1/tasks/${taskId}`);
    expect(body).toMatchObject({ data: { status: 'working' } });
  });

  it('polls a service without the channel', async () => {
    const fake = fakeTaskType({ name: 'pentest' });
    const app = await listeningApp({ types: [fake] });
    const { taskId } = await runTemplate(app, ['10.0.0.1']);
    const io = testIo();
    const done = watchTask(await olderClient(app), taskId, io, { json: true });
    await until(() => io.out().includes('task.progress') && fake.works.length === 1);
    fake.works[0]?.end();
    expect(await done).toBe(0);
    const last = jsonLines(io.out()).at(-1);
    expect([last?.event, Object.keys(last ?? {})]).toEqual([
      'task.completed',
      expect.not.arrayContaining(['seq']),
    ]);
  });
});

describe('lines of events', () => {
  it('have no control characters of names, states and errors', () => {
    const hostile = 'a\u001b[2Jb\nc\u202e';
    const task = {
      seq: 1,
      topic: 'tasks',
      time: 1,
      task_id: 1,
      template_id: 1,
      percent: 1,
    } as const;
    const events: StreamEvent[] = [
      { ...task, event: 'task.progress', state: hostile },
      { ...task, event: 'task.failed', state: '', error: hostile },
      { seq: 1, topic: 'feeds', time: 1, event: 'feed.update.failed', feed: 'kev', error: hostile },
      { seq: 1, topic: 'hosts', time: 1, event: 'host.inventory.imported', host_id: 9 },
      {
        seq: 1,
        topic: 'agents',
        time: 1,
        event: 'agent.identity_conflict',
        host_id: 9,
        error: hostile,
      },
      { seq: 1, topic: 'hosts', time: 1, event: 'host.updated', count: 1, host_id: 9 },
    ];
    for (const event of events)
      expect(renderStreamEvent(event, hostile, createPainter(false))).not.toMatch(/[\p{C}\n]/u);
  });

  it('on a terminal, changing lines are drawn below those that stay, and erased at the end', () => {
    let text = '';
    const out = {
      isTTY: true,
      columns: 60,
      hasColors: () => true,
      write: (t: string) => {
        text += t;
        return true;
      },
    } as unknown as NodeJS.WritableStream & { isTTY: boolean };
    const lines = createLiveLines(out);
    lines.show('a', 'x'.repeat(100));
    lines.print('stays');
    lines.end();
    const erased = '\u001b[1A\r\u001b[J';
    const shown = `${'x'.repeat(58)}…\n`;
    expect(text).toBe([shown, erased, 'stays\n', shown, erased].join(''));
  });
});

describe('a service that is older than /ws/events', () => {
  it('is polled for tasks', async () => {
    const { pollTasks } = await import('../../../src/commands/watch/poll-tasks.js');
    const app = await listeningApp({ types: [fakeType()] });
    await runTemplate(app, ['10.0.0.1']);
    await app.ctx.engine.idle();
    const ended = new AbortController();
    const events: { event: string; task_id: number }[] = [];
    const done = pollTasks(createTestClient(app), (e) => events.push(e), ended.signal);
    await runTemplate(app, ['10.0.0.2']);
    await until(() => events.some((e) => e.event === 'task.completed'));
    ended.abort();
    await done;
    expect(new Set(events.map((e) => e.task_id))).toEqual(new Set([2]));
  });
});
