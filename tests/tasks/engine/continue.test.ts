import { describe, expect, it } from 'vitest';
import type { Database } from '../../../src/database/database.js';
import { MAX_STATE_BYTES } from '../../../src/tasks/task-type.js';
import { addHosts, heldClock, testDatabase } from '../../support/database.js';
import { addTask, findTaskRow, testEngine } from '../../support/engine.js';
import { DONE, fakeTaskType, until } from '../../support/fake-task-type.js';

const countProgress = ({ sqlite }: Database): number =>
  sqlite.prepare<[], number>('SELECT count(*) FROM host_progress').pluck().get() ?? 0;

/** A task with one host whose state was stored; the engine is abandoned, as after a crash. */
async function crashWithState(database: ReturnType<typeof testDatabase>, hosts = 1) {
  const type = fakeTaskType();
  const clock = heldClock();
  const engine = testEngine({ database: database.again(), types: [type], clock });
  const id = await addTask(database, addHosts(database, hosts));
  engine.wake();
  await until(() => type.works.length === hosts);
  clock.pass(2);
  for (const { host, job } of type.works) {
    job.progress({ fraction: 0.5, text: `Scanning ${host.ip}: 500 of 1000 ports` });
    job.saveState?.(Uint8Array.of(host.host_id, 7));
  }
  await engine.flush();
  return id;
}

async function restart(database: ReturnType<typeof testDatabase>) {
  const type = fakeTaskType();
  const clock = heldClock();
  const again = database.again();
  const engine = testEngine({ database: again, types: [type], clock });
  await engine.resume();
  return { type, clock, engine };
}

describe('the stored progress of a host', () => {
  it('is given to the task type after a crash', async () => {
    const database = testDatabase();
    await crashWithState(database, 2);
    const { type } = await restart(database);
    await until(() => type.works.length === 2);
    const states = type.works.map(({ job }) => Array.from(job.savedState ?? []));
    expect(states).toEqual([
      [1, 7],
      [2, 7],
    ]);
  });

  it('is given to it after a normal end as well', async () => {
    const database = testDatabase();
    const type = fakeTaskType();
    const clock = heldClock();
    const engine = testEngine({ database, types: [type], clock });
    await addTask(database, addHosts(database, 1));
    engine.wake();
    await until(() => type.works.length === 1);
    expect(type.works[0]?.job.savedState).toBeUndefined();
    clock.pass(2);
    type.works[0]?.job.saveState?.(Uint8Array.of(5));
    await engine.close();
    const next = await restart(database);
    await until(() => next.type.works.length === 1);
    expect(Array.from(next.type.works[0]?.job.savedState ?? [])).toEqual([5]);
  });

  it('is removed with the outcome of the host', async () => {
    const database = testDatabase();
    await crashWithState(database);
    const { type, engine } = await restart(database);
    await until(() => type.works.length === 1);
    expect(countProgress(database)).toBe(1);
    type.works[0]?.end(DONE);
    await engine.idle();
    expect(countProgress(database)).toBe(0);
  });

  it('is removed when the task is stopped', async () => {
    const database = testDatabase();
    const id = await crashWithState(database, 3);
    expect(countProgress(database)).toBe(3);
    const { type, engine } = await restart(database);
    await until(() => type.works.length === 3);
    await engine.stop(id);
    await engine.idle();
    expect(findTaskRow(database, id).status).toBe('stopped');
    expect(countProgress(database)).toBe(0);
  });

  it('is not stored for hosts that take less than a second, nor if it is too large', async () => {
    const database = testDatabase();
    const type = fakeTaskType();
    const clock = heldClock();
    const engine = testEngine({ database, types: [type], clock });
    await addTask(database, addHosts(database, 1));
    engine.wake();
    await until(() => type.works.length === 1);
    type.works[0]?.job.saveState?.(Uint8Array.of(1));
    await engine.flush();
    expect(countProgress(database)).toBe(0);
    clock.pass(2);
    await engine.flush();
    expect(countProgress(database)).toBe(1);
    type.works[0]?.job.saveState?.(new Uint8Array(MAX_STATE_BYTES + 1));
    await engine.flush();
    const stored = database.sqlite.prepare('SELECT length(state) FROM host_progress').pluck().get();
    expect(stored).toBe(1);
  });
});

describe('progress after a restart', () => {
  it('starts where it was, and earlier reports of the host are not shown', async () => {
    const database = testDatabase();
    const id = await crashWithState(database);
    const before = findTaskRow(database, id);
    expect(before).toMatchObject({ percent: 50 });
    const { type, engine } = await restart(database);
    await until(() => type.works.length === 1);
    type.works[0]?.job.progress({ fraction: 0.4, text: 'Scanning 10.0.0.1: 400 of 1000 ports' });
    await engine.flush();
    expect(findTaskRow(database, id)).toMatchObject({ percent: 50, state: before.state });
    type.works[0]?.job.progress({ fraction: 0.6, text: 'Scanning 10.0.0.1: 600 of 1000 ports' });
    await engine.flush();
    expect(findTaskRow(database, id)).toMatchObject({
      percent: 60,
      state: 'Scanning 10.0.0.1: 600 of 1000 ports (0 of 1 host)',
    });
  });
});
