import { describe, expect, it } from 'vitest';
import { addHosts, testDatabase } from '../../support/database.js';
import { addTask, findTaskRow, listTaskHostRows, testEngine } from '../../support/engine.js';
import { DONE, fakeTaskType, until } from '../../support/fake-task-type.js';

// A crash is an engine that is abandoned with its work, while the next one opens the same file.
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

describe('engine after a crash', () => {
  it('resumes a task with the hosts that had no outcome', async () => {
    const database = testDatabase();
    const id = await addTask(database, addHosts(database, 5));
    const crashed = await crashWhileWorking(database, 2, 2);
    crashed.works[0]?.end();
    await until(() => crashed.begun.length === 3);
    const type = fakeTaskType({ instant: () => DONE });
    const engine = testEngine({ database: database.again(), types: [type] });
    await engine.resume();
    await engine.idle();
    expect(type.begun).toEqual([2, 3, 4, 5].map((n) => `${id}:10.0.0.${n}`));
    expect(findTaskRow(database, id)).toMatchObject({ status: 'completed', hosts_done: 5 });
    expect(listTaskHostRows(database, id).map((h) => h.crashes)).toEqual([0, 1, 1, 0, 0]);
  });

  it('skips a host that was in progress at three crashes, and only that one', async () => {
    const database = testDatabase();
    const id = await addTask(database, addHosts(database, 3));
    await crashWhileWorking(database, 3);
    await crashWhileWorking(database, 3);
    await crashWhileWorking(database, 1); // a suspect runs alone
    const engine = testEngine({
      database: database.again(),
      types: [fakeTaskType({ instant: () => DONE })],
    });
    await engine.resume();
    await engine.idle();
    expect(findTaskRow(database, id)).toMatchObject({
      status: 'completed',
      hosts_done: 3,
      state: 'Completed: 2 done, 1 failed',
    });
    expect(listTaskHostRows(database, id).map((h) => [h.outcome, h.reason])).toEqual([
      ['failed', 'crashed'],
      ['done', null],
      ['done', null],
    ]);
  });

  it('fails a task whose hosts were all skipped, with an error', async () => {
    const database = testDatabase();
    const id = await addTask(database, addHosts(database, 1));
    for (let i = 0; i < 3; i += 1) await crashWhileWorking(database, 1);
    const engine = testEngine({ database: database.again(), types: [fakeTaskType()] });
    await engine.resume();
    await engine.idle();
    expect(findTaskRow(database, id)).toMatchObject({
      status: 'failed',
      hosts_done: 1,
      percent: 0,
    });
    expect(findTaskRow(database, id).error).toContain('crashed 3 times');
  });
});

describe('closing the engine', () => {
  it('leaves hosts in progress to the next start, and counts no crash', async () => {
    const database = testDatabase();
    const id = await addTask(database, addHosts(database, 3));
    for (let i = 0; i < 4; i += 1) {
      const type = fakeTaskType();
      const engine = testEngine({ database, types: [type] });
      await engine.resume();
      await until(() => type.works.length === 3);
      await engine.close();
    }
    expect(findTaskRow(database, id).status).toBe('working');
    expect(listTaskHostRows(database, id).map((h) => [h.outcome, h.started_at, h.crashes])).toEqual(
      [
        [null, null, 0],
        [null, null, 0],
        [null, null, 0],
      ],
    );
  });

  it('stores results that are already finished', async () => {
    const database = testDatabase();
    const id = await addTask(database, addHosts(database, 2));
    const type = fakeTaskType();
    const engine = testEngine({ database, types: [type] });
    engine.wake();
    await until(() => type.works.length === 2);
    type.works[0]?.end();
    await new Promise((resolve) => setImmediate(resolve));
    await engine.close();
    expect(listTaskHostRows(database, id).map((h) => h.outcome)).toEqual(['done', null]);
  });

  it('does not wait for work that ignores the abort', async () => {
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
