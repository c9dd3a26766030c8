import { describe, expect, it } from 'vitest';
import { addHosts, testDatabase } from '../../support/database.js';
import { addTask, findTaskRow, listTaskHostRows, testEngine } from '../../support/engine.js';
import { DONE, fakeTaskType, until } from '../../support/fake-task-type.js';
import { service } from '../../support/services.js';

const LARGE = {
  scan: { scanned_ports: [22], services: [service(22, { banner: 'x'.repeat(200_000) })] },
};

describe('engine on a full disk', () => {
  it('waits and loses no outcome', async () => {
    const database = testDatabase();
    const type = fakeTaskType();
    const engine = testEngine({ database, types: [type] });
    const id = await addTask(database, addHosts(database, 2));
    engine.wake();
    await until(() => type.works.length === 2);
    const pages = database.sqlite.pragma('page_count', { simple: true }) as number;
    database.sqlite.pragma(`max_page_count = ${pages}`);
    for (const work of type.works) work.end(LARGE);
    await until(() => engine.status().storage === 'failing');
    expect(listTaskHostRows(database, id).map((h) => h.outcome)).toEqual([null, null]);
    database.sqlite.pragma('max_page_count = 1000000');
    await engine.idle();
    expect(findTaskRow(database, id)).toMatchObject({ status: 'completed', hosts_done: 2 });
    expect(database.sqlite.prepare('SELECT count(*) AS n FROM services').get()).toEqual({ n: 2 });
    expect(engine.status().storage).toBe('ok');
  });
});

describe('result that the database rejects', () => {
  it('fails its host and no other', async () => {
    const database = testDatabase();
    const engine = testEngine({
      database,
      types: [
        fakeTaskType({
          instant: (h) =>
            h.ip === '10.0.0.1'
              ? { ...DONE, scan: { scanned_ports: [22], services: [service(99_999)] } }
              : DONE,
        }),
      ],
    });
    const id = await addTask(database, addHosts(database, 3));
    await engine.idle();
    expect(findTaskRow(database, id)).toMatchObject({ status: 'completed', hosts_done: 3 });
    expect(listTaskHostRows(database, id).map((h) => [h.outcome, h.reason])).toEqual([
      ['failed', 'internal'],
      ['done', null],
      ['done', null],
    ]);
  });
});

describe('task with 65,536 hosts', () => {
  it('runs without all hosts in memory', async () => {
    const database = testDatabase();
    const type = fakeTaskType({ atOnce: 256 });
    const engine = testEngine({ database, types: [type] });
    const id = await addTask(database, addHosts(database, 65_536));
    engine.wake();
    await until(() => type.works.length === 256);
    expect(type.begun).toHaveLength(256);
    expect(
      database.sqlite
        .prepare('SELECT count(*) AS n FROM task_hosts WHERE started_at IS NOT NULL')
        .get(),
    ).toEqual({ n: 256 });
    await engine.stop(id);
    await engine.idle();
    expect(findTaskRow(database, id)).toMatchObject({
      status: 'stopped',
      hosts_total: 65_536,
      state: 'Stopped on request: 65536 stopped',
    });
  });
});
