import { describe, expect, it } from 'vitest';
import { addHosts, heldClock, NOW, testDatabase } from '../../support/database.js';
import { addTask, findTaskRow, listTaskHostRows, testEngine } from '../../support/engine.js';
import { fakeTaskType, until, DONE } from '../../support/fake-task-type.js';

describe('tasks', () => {
  it('complete when all hosts are done', async () => {
    const database = testDatabase();
    const engine = testEngine({ database, types: [fakeTaskType({ instant: () => DONE })] });
    const id = await addTask(database, addHosts(database, 3));
    await engine.idle();
    expect(findTaskRow(database, id)).toMatchObject({
      status: 'completed',
      percent: 100,
      hosts_done: 3,
      state: 'Completed: 3 done',
      error: null,
      started_at: NOW,
      finished_at: NOW,
    });
    expect(listTaskHostRows(database, id).map((h) => h.outcome)).toEqual(['done', 'done', 'done']);
  });

  it('complete when at least one host returned a result', async () => {
    const database = testDatabase();
    const type = fakeTaskType({
      instant: (h) =>
        h.ip === '10.0.0.2'
          ? DONE
          : { outcome: 'unreachable', reason: 'no_answer', detail: 'No answer.' },
    });
    const engine = testEngine({ database, types: [type] });
    const id = await addTask(database, addHosts(database, 3));
    await engine.idle();
    expect(findTaskRow(database, id)).toMatchObject({
      status: 'completed',
      percent: 100,
      state: 'Completed: 2 unreachable, 1 done',
    });
  });

  it('fail when no host returned a result, with the detail of one host', async () => {
    const database = testDatabase();
    const engine = testEngine({
      database,
      types: [
        fakeTaskType({
          instant: () => ({
            outcome: 'unreachable',
            reason: 'no_answer',
            detail: 'None of 100 ports answered.',
          }),
        }),
      ],
    });
    const id = await addTask(database, addHosts(database, 2));
    await engine.idle();
    expect(findTaskRow(database, id)).toMatchObject({
      status: 'failed',
      percent: 99,
      error: expect.stringContaining('10.0.0.1: None of 100 ports answered.') as string,
    });
  });

  it('continue when the task type throws on one host', async () => {
    const database = testDatabase();
    const type = fakeTaskType();
    const engine = testEngine({ database, types: [type] });
    const id = await addTask(database, addHosts(database, 2));
    engine.wake();
    await until(() => type.works.length === 2);
    type.works[0]?.fail(new Error('a bug'));
    type.works[0]?.end();
    await engine.idle();
    expect(findTaskRow(database, id).status).toBe('completed');
    expect(listTaskHostRows(database, id).map((h) => [h.outcome, h.reason])).toEqual([
      ['failed', 'internal'],
      ['done', null],
    ]);
  });

  it('fail when their type is unknown, without blocking others', async () => {
    const database = testDatabase();
    const engine = testEngine({ database, types: [fakeTaskType({ instant: () => DONE })] });
    const [host = 0] = addHosts(database, 1);
    const unknown = await addTask(database, [host], { type: 'of-old' });
    const fine = await addTask(database, [host]);
    await engine.idle();
    expect(findTaskRow(database, unknown)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('"of-old"') as string,
    });
    expect(listTaskHostRows(database, unknown)).toMatchObject([
      { outcome: 'failed', reason: 'unknown_type' },
    ]);
    expect(findTaskRow(database, fine).status).toBe('completed');
  });

  it('run at most hostConcurrency hosts at the same time', async () => {
    const database = testDatabase();
    const type = fakeTaskType({ atOnce: 3, instant: () => DONE });
    const engine = testEngine({ database, types: [type] });
    await addTask(database, addHosts(database, 200));
    await engine.idle();
    expect(type.peak).toBe(3);
    expect(new Set(type.begun).size).toBe(200);
    expect(type.begun).toHaveLength(200);
  });
});

describe('progress of a task', () => {
  it('is stored as a percentage and a text', async () => {
    const database = testDatabase();
    const type = fakeTaskType({ atOnce: 1 });
    const engine = testEngine({ database, types: [type] });
    const id = await addTask(database, addHosts(database, 4));
    engine.wake();
    await until(() => type.works.length === 1);
    expect(findTaskRow(database, id)).toMatchObject({
      percent: 0,
      state: 'Starting with 10.0.0.1 (0 of 4 hosts)',
    });
    type.works[0]?.end();
    await until(() => type.works[0]?.host.ip === '10.0.0.2');
    type.works[0]?.job.progress({ fraction: 0.5, text: 'Scanning 10.0.0.2: 5 of 10 ports' });
    await engine.flush();
    expect(findTaskRow(database, id)).toMatchObject({
      status: 'working',
      percent: 37,
      hosts_done: 1,
      state: 'Scanning 10.0.0.2: 5 of 10 ports (1 of 4 hosts)',
    });
  });

  it('never decreases, also when a host is repeated after a restart', async () => {
    const database = testDatabase();
    const type = fakeTaskType({ atOnce: 1 });
    const first = testEngine({ database, types: [type] });
    const id = await addTask(database, addHosts(database, 2));
    first.wake();
    await until(() => type.works.length === 1);
    type.works[0]?.job.progress({ fraction: 0.9, text: 'nearly' });
    await first.flush();
    type.works[0]?.job.progress({ fraction: 0.1, text: 'again' });
    await first.flush();
    expect(findTaskRow(database, id).percent).toBe(45);
    await first.close();
    const second = testEngine({ database: database.again(), types: [type] });
    await second.resume();
    await until(() => type.works.length === 1);
    type.works[0]?.job.progress({ fraction: 0.2, text: 'from the start' });
    await second.flush();
    expect(findTaskRow(database, id).percent).toBe(45);
  });
});

describe('stopping a task', () => {
  it('ends a working task and keeps its results', async () => {
    const database = testDatabase();
    const type = fakeTaskType({ atOnce: 2 });
    const engine = testEngine({ database, types: [type] });
    const id = await addTask(database, addHosts(database, 5));
    engine.wake();
    await until(() => type.works.length === 2);
    type.works[0]?.end();
    await until(() => type.begun.length === 3);
    expect(await engine.stop(id)).toBe(true);
    await engine.idle();
    expect(findTaskRow(database, id)).toMatchObject({
      status: 'stopped',
      hosts_done: 1,
      percent: 20,
      state: 'Stopped on request: 4 stopped, 1 done',
    });
    expect(listTaskHostRows(database, id).map((h) => h.outcome)).toEqual([
      'done',
      'stopped',
      'stopped',
      'stopped',
      'stopped',
    ]);
    expect(await engine.stop(id)).toBe(false);
  });

  it('does not wait for work that ignores the abort', async () => {
    const database = testDatabase();
    const type = fakeTaskType({ deaf: true });
    const engine = testEngine({ database, types: [type] });
    const id = await addTask(database, addHosts(database, 1));
    engine.wake();
    await until(() => type.works.length === 1);
    await engine.stop(id);
    await engine.idle();
    type.works[0]?.end();
    expect(findTaskRow(database, id).status).toBe('stopped');
  });

  it('ends a queued task without starting it', async () => {
    const database = testDatabase();
    const type = fakeTaskType();
    const engine = testEngine({ database, types: [type], maxConcurrentTasks: 1 });
    const [host = 0] = addHosts(database, 1);
    const first = await addTask(database, [host]);
    const second = await addTask(database, [host]);
    engine.wake();
    await until(() => type.works.length === 1);
    await engine.flush();
    expect(findTaskRow(database, second)).toMatchObject({
      status: 'working',
      percent: 0,
      state: 'Queued: next to start',
    });
    await engine.stop(second);
    await until(() => findTaskRow(database, second).status === 'stopped');
    expect(findTaskRow(database, first).status).toBe('working');
    expect(type.begun).toEqual([`${first}:10.0.0.1`]);
  });

  it('takes effect after a restart', async () => {
    const database = testDatabase();
    const id = await addTask(database, addHosts(database, 3));
    database.sqlite.prepare('UPDATE tasks SET stop_requested = 1').run();
    const type = fakeTaskType();
    const engine = testEngine({ database, types: [type] });
    await engine.resume();
    await engine.idle();
    expect(findTaskRow(database, id).status).toBe('stopped');
    expect(type.begun).toEqual([]);
  });
});

describe('fairness of the engine', () => {
  it('runs a task with one host while a large one is running', async () => {
    const database = testDatabase();
    const type = fakeTaskType({ atOnce: 4 });
    const engine = testEngine({ database, types: [type], hostSlots: 4 });
    const hosts = addHosts(database, 100);
    await addTask(database, hosts);
    engine.wake();
    await until(() => type.works.length === 4);
    const small = await addTask(database, hosts.slice(0, 1));
    engine.wake();
    await until(() => type.begun.includes(`${small}:10.0.0.1`));
    expect(type.works).toHaveLength(5);
  });

  it('shares host slots evenly between tasks', async () => {
    const database = testDatabase();
    const type = fakeTaskType({ atOnce: 100 });
    const engine = testEngine({ database, types: [type], hostSlots: 9 });
    const hosts = addHosts(database, 50);
    const ids = [
      await addTask(database, hosts),
      await addTask(database, hosts),
      await addTask(database, hosts),
    ];
    engine.wake();
    await until(() => type.works.length === 9);
    expect(ids.map((id) => type.works.filter((w) => w.job.task_id === id).length)).toEqual([
      3, 3, 3,
    ]);
  });

  it('preempts a long task when others wait', async () => {
    const database = testDatabase();
    const type = fakeTaskType({ atOnce: 1 });
    const clock = heldClock();
    const engine = testEngine({
      database,
      clock,
      types: [type],
      maxConcurrentTasks: 1,
      timeSliceMs: 5_000,
    });
    const hosts = addHosts(database, 3);
    const long = await addTask(database, hosts);
    engine.wake();
    await until(() => type.works.length === 1);
    const short = await addTask(database, hosts.slice(0, 1));
    const finishHost = async (begun: string) => {
      type.works[0]?.end();
      await until(() => type.begun.at(-1) === begun);
    };
    await finishHost(`${long}:10.0.0.2`);
    clock.pass(5);
    await finishHost(`${short}:10.0.0.1`);
    await engine.flush();
    expect(findTaskRow(database, long)).toMatchObject({
      status: 'working',
      state: 'Queued: next to start',
      percent: 66,
    });
    await finishHost(`${long}:10.0.0.3`);
    type.works[0]?.end();
    await engine.idle();
    expect(findTaskRow(database, long).status).toBe('completed');
    expect(type.begun).toHaveLength(4);
  });

  it('admits at most maxConcurrentTasks tasks, and shows the others their queue position', async () => {
    const database = testDatabase();
    const type = fakeTaskType();
    const engine = testEngine({ database, types: [type], maxConcurrentTasks: 2 });
    const hosts = addHosts(database, 1);
    const ids: number[] = [];
    for (let i = 0; i < 5; i += 1) ids.push(await addTask(database, hosts));
    engine.wake();
    await until(() => type.works.length === 2);
    await engine.flush();
    expect(ids.slice(2).map((id) => findTaskRow(database, id).state)).toEqual([
      'Queued: next to start',
      'Queued: 1 task is ahead',
      'Queued: 2 tasks are ahead',
    ]);
    expect(engine.status()).toEqual({ active: 2, hostsInFlight: 2, storage: 'ok' });
  });
});
