import { expect, it } from 'vitest';
import { openDatabase } from '../../src/database/database.js';
import { temporaryFolder } from '../support/database.js';

const STEP = 13;

it('keeps the counts of a database without causes as those of all hosts with an unknown cause', async () => {
  const file = `${temporaryFolder()}/old.db`;
  const old = openDatabase(file, 0);
  old.sqlite.exec(`DROP TRIGGER group_history_deleted;
    DROP TABLE fleet_days; DROP TABLE host_checks; DROP TABLE finding_days;
    CREATE TABLE finding_days (day INTEGER PRIMARY KEY, appeared INTEGER NOT NULL, disappeared INTEGER NOT NULL) STRICT;
    INSERT INTO finding_days VALUES (20000, 3, 4), (20001, 0, 1);
    DELETE FROM migrations WHERE id = ${STEP}`);
  await old.close();
  const migrated = openDatabase(file, 0);
  const rows = (sql: string) => migrated.sqlite.prepare(sql).raw().all();
  expect(rows('SELECT * FROM finding_days')).toEqual([
    [20_000, 0, 'unknown', 3, 4],
    [20_001, 0, 'unknown', 0, 1],
  ]);
  expect(rows('SELECT * FROM fleet_days')).toEqual([]);
  await migrated.close();
});
