import { expect, it } from 'vitest';
import { openDatabase } from '../../src/database/database.js';
import { addHosts, temporaryFolder } from '../support/database.js';

const STEP = 24;
const INVENTORY =
  'INSERT INTO inventories (host_id, report_id, collected_at, packages_count, packages_read, warnings) VALUES (?, 1, 0, ?, ?, ?)';
const warning = (message: string): string => JSON.stringify([{ section: 'dpkg', message }]);

it('knows of stored warnings which package lists were read in part', async () => {
  const file = `${temporaryFolder()}/old.db`;
  const old = openDatabase(file, 0);
  const hosts = addHosts(old, 5);
  const { sqlite } = old;
  const rows: [count: number, isRead: 0 | 1, warnings: string][] = [
    [5, 1, '[]'],
    [5, 1, warning('3 entries are unreadable')],
    [30_000, 1, warning('only the first 30000 packages were read')],
    [5, 0, warning('not a package list: 1 of 1 entries are unreadable')],
    [0, 1, '[]'],
  ];
  for (const [i, row] of rows.entries()) sqlite.prepare(INVENTORY).run(hosts[i], ...row);
  sqlite.exec(`ALTER TABLE inventories DROP COLUMN package_list; ALTER TABLE task_results DROP COLUMN package_list;
    ALTER TABLE services DROP COLUMN checks; DELETE FROM migrations WHERE id = ${STEP}`);
  await old.close();
  const migrated = openDatabase(file, 0);
  expect(
    migrated.sqlite.prepare('SELECT package_list FROM inventories ORDER BY host_id').pluck().all(),
  ).toEqual(['whole', 'partly', 'partly', 'unreadable', 'unreadable']);
  await migrated.close();
});
