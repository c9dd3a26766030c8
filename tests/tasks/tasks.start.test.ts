import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/database.js';
import { writeTransaction } from '../../src/database/write-transaction.js';
import { archiveTemplateTasks } from '../../src/tasks/tasks.service.js';
import { createStartTasks, taskNumber, type StartRequest } from '../../src/tasks/tasks.start.js';
import { addGroup, addHosts, addTemplate, NOW, testDatabase } from '../support/database.js';
import { findTaskRow, listTaskHostRows } from '../support/engine.js';

const start = (database: Database, requests: StartRequest[], max = 10) =>
  writeTransaction(database, () => createStartTasks(database.sqlite, max)(requests, NOW));
const manual = (template_id: number): StartRequest => ({
  template_id,
  trigger: 'manual',
  scheduled_for: null,
  login_role: 'admin',
});
const due = (template_id: number, at: number): StartRequest => ({
  template_id,
  trigger: 'schedule',
  scheduled_for: at,
  login_role: 'admin',
});

describe('startTasks', () => {
  it('creates a task with the hosts of the template and of its groups, each once', async () => {
    const database = testDatabase();
    const [a = 0, b = 0, c = 0] = addHosts(database, 4);
    const template = addTemplate(database, {
      hosts: [a, b],
      groups: [addGroup(database, [b, c]), addGroup(database, [c])],
      params: { ports: ['22'] },
    });
    expect(await start(database, [manual(template)])).toEqual([{ task_id: 1 }]);
    expect(findTaskRow(database, 1)).toMatchObject({
      templates_id: template,
      task_type: 'fake',
      params: '{"ports":["22"]}',
      status: 'working',
      percent: 0,
      trigger: 'manual',
      scheduled_for: null,
      hosts_total: 3,
      hosts_done: 0,
      created_at: NOW,
    });
    expect(listTaskHostRows(database, 1).map((h) => [h.host_id, h.ip])).toEqual([
      [a, '10.0.0.1'],
      [b, '10.0.0.2'],
      [c, '10.0.0.3'],
    ]);
  });

  it('returns the results in the order of the requests', async () => {
    const database = testDatabase();
    const hosts = addHosts(database, 3);
    const [good, none, many, other] = [
      { hosts: hosts.slice(0, 1) },
      {},
      { hosts },
      { hosts: hosts.slice(1) },
    ].map((t) => addTemplate(database, t)) as [number, number, number, number];
    const results = await start(
      database,
      [manual(none), manual(good), manual(404), manual(many), manual(other)],
      2,
    );
    expect(results).toEqual([
      { refused: 'no_hosts' },
      { task_id: 1 },
      { refused: 'no_template' },
      { refused: 'too_many_hosts' },
      { task_id: 2 },
    ]);
    expect([1, 2].map((id) => findTaskRow(database, id).templates_id)).toEqual([good, other]);
    expect([1, 2].map((id) => listTaskHostRows(database, id).length)).toEqual([1, 2]);
  });

  it('refuses a scheduled start while the previous task is running, but not a manual one', async () => {
    const database = testDatabase();
    const template = addTemplate(database, { hosts: addHosts(database, 1) });
    await start(database, [manual(template)]);
    expect(await start(database, [due(template, NOW)])).toEqual([{ refused: 'overlap' }]);
    expect(await start(database, [manual(template)])).toEqual([{ task_id: 2 }]);
    database.sqlite.prepare("UPDATE tasks SET status = 'completed'").run();
    expect(await start(database, [due(template, NOW)])).toEqual([{ task_id: 3 }]);
  });

  it('creates at most one task for a due time', async () => {
    const database = testDatabase();
    const template = addTemplate(database, { hosts: addHosts(database, 1) });
    await start(database, [due(template, NOW)]);
    database.sqlite.prepare("UPDATE tasks SET status = 'completed'").run();
    expect(await start(database, [due(template, NOW)])).toEqual([{ refused: 'already_started' }]);
    expect(() =>
      database.sqlite
        .prepare(
          'INSERT INTO tasks SELECT 99, templates_id, task_type, params, status, percent, state, "trigger", scheduled_for, 0, 0, 1, 0, NULL, 0, 0, NULL, NULL, NULL, login_role, 0, NULL FROM tasks',
        )
        .run(),
    ).toThrow(/UNIQUE/);
  });

  it('throws outside a transaction', () => {
    const database = testDatabase();
    expect(() => createStartTasks(database.sqlite, 10)([], NOW)).toThrow('outside a transaction');
  });
});

describe('taskNumber', () => {
  it.each([
    [1, 'TASK-00001'],
    [99_999, 'TASK-99999'],
    [123_456, 'TASK-123456'],
  ])('returns for %i %s', (id, expected) => {
    expect(taskNumber(id)).toBe(expected);
  });
});

describe('archiveTemplateTasks', () => {
  it('archives all tasks of a template and requests the working ones to stop', async () => {
    const database = testDatabase();
    const hosts = addHosts(database, 1);
    const deleted = addTemplate(database, { hosts });
    const kept = addTemplate(database, { hosts });
    await start(database, [manual(deleted), manual(kept)]);
    database.sqlite.prepare("UPDATE tasks SET status = 'completed' WHERE id = 1").run();
    await start(database, [manual(deleted)]);
    await database.db.transaction().execute((trx) => archiveTemplateTasks(trx, [deleted]));
    expect(
      [1, 2, 3]
        .map((id) => findTaskRow(database, id))
        .map((t) => [t.templates_id, t.archived, t.stop_requested]),
    ).toEqual([
      [deleted, 1, 0],
      [kept, 0, 0],
      [deleted, 1, 1],
    ]);
  });
});
