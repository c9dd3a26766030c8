import { describe, expect, it } from 'vitest';
import { addHosts, testDatabase } from '../../support/database.js';
import { addTask, findTaskRow, listTaskHostRows, testEngine } from '../../support/engine.js';
import { DONE, fakeTaskType, until } from '../../support/fake-task-type.js';

async function setUp() {
  const database = testDatabase();
  const type = fakeTaskType({ instant: () => DONE });
  const engine = testEngine({ database, types: [type], startsAfterResume: true });
  return { database, type, engine, id: await addTask(database, addHosts(database, 2)) };
}

describe('engine that starts tasks after it was resumed', () => {
  it('starts no task when it is woken or closed', async () => {
    const { database, type, engine, id } = await setUp();
    engine.wake();
    await engine.idle();
    await engine.close();
    expect(type.begun).toEqual([]);
    expect(findTaskRow(database, id)).toMatchObject({ status: 'working', started_at: null });
  });

  it('ends a task that is stopped, also if it is closed at once', async () => {
    const { database, engine, id } = await setUp();
    expect(await engine.stop(id)).toBe(true);
    await engine.close();
    expect(findTaskRow(database, id)).toMatchObject({ status: 'stopped', hosts_done: 0 });
    expect(listTaskHostRows(database, id).map((h) => h.outcome)).toEqual(['stopped', 'stopped']);
  });

  it('leaves the marks and the crashes of an interrupted host', async () => {
    const { database, engine, id } = await setUp();
    database.sqlite.exec('UPDATE task_hosts SET started_at = 5, crashes = 2 WHERE host_id = 1');
    engine.wake();
    await engine.close();
    expect(listTaskHostRows(database, id)[0]).toMatchObject({ started_at: 5, crashes: 2 });
  });

  it('runs tasks from then on', async () => {
    const { database, engine, id } = await setUp();
    await engine.resume();
    await until(() => findTaskRow(database, id).status === 'completed');
  });
});
