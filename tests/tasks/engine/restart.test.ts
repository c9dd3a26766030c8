import { describe, expect, it } from 'vitest';
import { addHosts, testDatabase } from '../../support/database.js';
import { addTask, readTask, readTaskHosts, testEngine } from '../../support/engine.js';
import { DONE, fakeTaskType, until } from '../../support/fake-task-type.js';

// A crash is an engine that is left alone with its work, while the next one opens the same file.
async function crashWhileWorking(
  database: ReturnType<typeof testDatabase>,
  hosts: number,
  atOnce = 4,
) {
  const type = fakeTaskType({ atOnce });
  const engine = testEngine({ database: database.again(), types: [type] });
  await engine.resume();
  await until(() => type.works.length === hosts);
  return type;
}

describe('after a crash', () => {
  it('a task goes on with the hosts that had no outcome', async () => {
    const database = testDatabase();
    const id = await addTask(database, addHosts(database, 5));
    const dead = await crashWhileWorking(database, 2, 2);
    dead.works[0]?.end();
    await until(() => dead.begun.length === 3);
    const type = fakeTaskType({ instant: () => DONE });
    const engine = testEngine({ database: database.again(), types: [type] });
    await engine.resume();
    await engine.idle();
    expect(type.begun).toEqual([2, 3, 4, 5].map((n) => `${id}:10.0.0.${n}`));
    expect(readTask(database, id)).toMatchObject({ status: 'completed', hosts_done: 5 });
    expect(readTaskHosts(database, id).map((h) => h.crashes)).toEqual([0, 1, 1, 0, 0]);
  });

  it('a host that was in work at three crashes is given up, and only that one', async () => {
    const database = testDatabase();
    const id = await addTask(database, addHosts(database, 3));
    await crashWhileWorking(database, 3);
    await crashWhileWorking(database, 3);
    await crashWhileWorking(database, 1); // who is under suspicion works alone
    const engine = testEngine({
      database: database.again(),
      types: [fakeTaskType({ instant: () => DONE })],
    });
    await engine.resume();
    await engine.idle();
    expect(readTask(database, id)).toMatchObject({
      status: 'completed',
      hosts_done: 3,
      state: 'Completed: 2 done, 1 failed',
    });
    expect(readTaskHosts(database, id).map((h) => [h.outcome, h.reason])).toEqual([
      ['failed', 'crashed'],
      ['done', null],
      ['done', null],
    ]);
  });

  it('a task whose every host was given up is failed, and says why', async () => {
    const database = testDatabase();
    const id = await addTask(database, addHosts(database, 1));
    for (let i = 0; i < 3; i += 1) await crashWhileWorking(database, 1);
    const engine = testEngine({ database: database.again(), types: [fakeTaskType()] });
    await engine.resume();
    await engine.idle();
    expect(readTask(database, id)).toMatchObject({ status: 'failed', hosts_done: 1, percent: 0 });
    expect(readTask(database, id).error).toContain('died 3 times');
  });
});

describe('closing', () => {
  it('leaves the hosts in work to the next start, and counts no crash', async () => {
    const database = testDatabase();
    const id = await addTask(database, addHosts(database, 3));
    for (let i = 0; i < 4; i += 1) {
      const type = fakeTaskType();
      const engine = testEngine({ database, types: [type] });
      await engine.resume();
      await until(() => type.works.length === 3);
      await engine.close();
    }
    expect(readTask(database, id).status).toBe('working');
    expect(readTaskHosts(database, id).map((h) => [h.outcome, h.started_at, h.crashes])).toEqual([
      [null, null, 0],
      [null, null, 0],
      [null, null, 0],
    ]);
  });

  it('stores what has ended already', async () => {
    const database = testDatabase();
    const id = await addTask(database, addHosts(database, 2));
    const type = fakeTaskType();
    const engine = testEngine({ database, types: [type] });
    engine.wake();
    await until(() => type.works.length === 2);
    type.works[0]?.end();
    await new Promise((resolve) => setImmediate(resolve));
    await engine.close();
    expect(readTaskHosts(database, id).map((h) => h.outcome)).toEqual(['done', null]);
  });

  it('does not wait for work that does not listen', async () => {
    const database = testDatabase();
    await addTask(database, addHosts(database, 1));
    const type = fakeTaskType({ deaf: true });
    const engine = testEngine({ database, types: [type] });
    engine.wake();
    await until(() => type.works.length === 1);
    await engine.close();
    expect(type.works).toHaveLength(1);
  });
});
