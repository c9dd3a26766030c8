import { expect, it } from 'vitest';
import { migrate, readMigrations } from '../../src/database/migrate.js';
import { openSqlite } from '../../src/database/sqlite.js';

/** Opens a database before a step. `continueTo`: runs it, and those up to another one. */
function openBefore(step: number) {
  const sqlite = openSqlite(':memory:');
  const steps = readMigrations();
  const continueTo = (last: number): void => {
    const some = steps.filter(({ id }) => id <= last);
    migrate(sqlite, some, 0);
  };
  continueTo(step - 1);
  return { sqlite, continueTo };
}

it('removes the counts of tasks, which another version computed', () => {
  const { sqlite, continueTo } = openBefore(48);
  sqlite.exec("INSERT INTO task_counts VALUES (1, 1, 1, 'old'), (1, 2, 2, 'of today')");
  continueTo(48);
  expect(sqlite.prepare('SELECT * FROM task_counts').raw().all()).toEqual([]);
  sqlite.close();
});

it('removes the counts of tasks that were stored before hosts were checked differently', () => {
  const { sqlite, continueTo } = openBefore(50);
  sqlite.exec(`INSERT INTO tasks (id, templates_id, task_type, status, state, "trigger", hosts_total, created_at, updated_at)
    SELECT value, 7, 'pentest', 'completed', '', 'manual', 1, 0, 0 FROM json_each('[1, 2, 3]');
    INSERT INTO task_counts VALUES (7, 1, 'a'), (7, 3, 'c')`);
  continueTo(50);
  const counts = sqlite.prepare('SELECT counts FROM tasks ORDER BY id').pluck();
  expect(counts.all()).toEqual([null, null, null]);
  sqlite.exec("UPDATE tasks SET counts = 'new'; DELETE FROM tasks WHERE id = 2");
  expect(counts.all()).toEqual(['new', null]);
  sqlite.close();
});
