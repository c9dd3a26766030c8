import { expect, it } from 'vitest';
import { createTaskFactsStatements } from '../../../src/notifications/outbox/task-facts.statements.js';
import { addHosts, addTemplate, NOW, testDatabase } from '../../support/database.js';

it.each([
  ['one that the task before reached', ['done', 'unreachable'], 1],
  ['one that the task before did not reach', ['unreachable', 'unreachable'], 0],
  ['one that is new in the template', [null, 'unreachable'], 1],
  ['one that was reached before a stopped task', ['done', 'stopped', 'unreachable'], 1],
  ['one that was not reached before a stopped task', ['unreachable', 'stopped', 'unreachable'], 0],
  ['one that a task did not contain meanwhile', ['unreachable', null, 'unreachable'], 0],
] as const)(
  'of hosts that are no longer reachable, %s is reported or not',
  (_name, outcomes, count) => {
    const database = testDatabase();
    const [host = 0] = addHosts(database, 1);
    const template = addTemplate(database, {});
    const addTask = database.sqlite
      .prepare<[object], number>(
        `INSERT INTO tasks (templates_id, task_type, status, state, "trigger", hosts_total, created_at, updated_at,
         login_role) VALUES (@template, 'pentest', 'completed', '', 'manual', 1, @now, @now, 'admin') RETURNING id`,
      )
      .pluck();
    const addOutcome = database.sqlite.prepare(
      "INSERT INTO task_hosts (task_id, host_id, ip, name, outcome) VALUES (?, ?, '10.0.0.1', 'web-1', ?)",
    );
    let task = 0;
    for (const outcome of outcomes) {
      task = addTask.get({ template, now: NOW }) ?? 0;
      if (outcome !== null) addOutcome.run(task, host, outcome);
    }
    const { unreachable } = createTaskFactsStatements(database.sqlite).readHosts(
      task,
      template,
      null,
    );
    expect(unreachable.count).toBe(count);
  },
);
