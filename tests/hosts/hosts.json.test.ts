import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/database/database.js';
import { migrate, readMigrations } from '../../src/database/migrate.js';
import { openSqlite } from '../../src/database/sqlite.js';
import { countHosts, listHostsJson } from '../../src/hosts/hosts.json.js';
import { temporaryFolder } from '../support/app.js';

const COUNT = 13_000;

/** Hosts with these ids gone; the first of all ids is `from`. */
function hosts(gone: string, from = 1) {
  const database = openDatabase(`${temporaryFolder()}/test.db`, 1);
  onTestFinished(() => database.close());
  const { sqlite } = database;
  sqlite.exec(`WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${COUNT - 1})
    INSERT INTO hosts (id, ip, ip_key, name, name_key, created_at, updated_at) SELECT i + ${from}, 'ip' || i, randomblob(16), 'n' || i, 'n' || i, 1, 1 FROM n; DELETE FROM hosts WHERE ${gone}`);
  return {
    sqlite,
    ids: sqlite.prepare('SELECT id FROM hosts ORDER BY id').pluck().all() as number[],
  };
}

describe('a page of hosts', () => {
  it.each([
    ['all there', 'false', 1],
    ['every third gone', 'id % 3 = 0', 1],
    ['a long row gone', 'id BETWEEN 100 AND 9000', 1],
    ['whole blocks gone', 'id < 8192', 1],
    ['a few left', 'id NOT IN (1, 4095, 4096, 12999)', 1],
    ['nobody left', 'true', 1],
    ['none of the last block left', 'id >= 12288', 1],
    ['ids far up', 'id % 7 = 0', 5_000_000],
  ])('is what skipping one by one gives: %s', (_name, gone, from) => {
    const { sqlite, ids } = hosts(gone, from);
    expect(countHosts(sqlite, {})).toBe(ids.length);
    for (const limit of [1, 3, 100]) {
      for (const offset of [
        0,
        1,
        2,
        3,
        99,
        4094,
        4095,
        4096,
        4097,
        8191,
        8192,
        ids.length - 3,
        ids.length - 1,
        ids.length,
        ids.length + 1,
        99_999,
        1e14,
      ].filter((n) => n >= 0)) {
        const page = JSON.parse(listHostsJson(sqlite, 'v2', {}, { limit, offset })) as {
          id: number;
        }[];
        expect(
          page.map((h) => h.id),
          `${limit} from ${offset}`,
        ).toEqual(ids.slice(offset, offset + limit));
      }
    }
    expect((JSON.parse(listHostsJson(sqlite, 'v1List', {})) as unknown[]).length).toBe(ids.length);
  });
});

it('hosts that were there before there were blocks are counted', () => {
  const sqlite = openSqlite(':memory:');
  const steps = readMigrations();
  migrate(
    sqlite,
    steps.filter((m) => m.id < 5),
    1,
  );
  sqlite.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
    INSERT INTO hosts (id, ip, ip_key, name, name_key, created_at, updated_at) SELECT i * 3, 'ip' || i, randomblob(16), 'n', 'n', 1, 1 FROM n`);
  migrate(sqlite, steps, 1);
  sqlite.exec('DELETE FROM hosts WHERE id = 3');
  expect(countHosts(sqlite, {})).toBe(4999);
  expect(listHostsJson(sqlite, 'v2', {}, { limit: 1, offset: 4000 })).toContain(
    `"id":${4002 * 3},`,
  );
});
