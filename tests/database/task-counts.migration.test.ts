import { expect, it } from 'vitest';
import { migrate, readMigrations } from '../../src/database/migrate.js';
import { openSqlite } from '../../src/database/sqlite.js';

it('removes the counts of tasks, which another version computed', () => {
  const sqlite = openSqlite(':memory:');
  const steps = readMigrations();
  migrate(
    sqlite,
    steps.filter(({ id }) => id < 48),
    0,
  );
  sqlite.exec("INSERT INTO task_counts VALUES (1, 1, 1, 'old'), (1, 2, 2, 'of today')");
  migrate(sqlite, steps, 0);
  expect(sqlite.prepare('SELECT * FROM task_counts').raw().all()).toEqual([]);
  sqlite.close();
});
