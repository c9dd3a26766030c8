import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/database/database.js';
import { migrate, readMigrations } from '../../src/database/migrate.js';
import { openSqlite } from '../../src/database/sqlite.js';
import { createHostsJson } from '../../src/hosts/hosts.json.js';
import { temporaryFolder } from '../support/app.js';

const COUNT = 13_000;

/** Creates hosts with ids from `from`, and deletes those that match `deleted` (SQL). */
function setUp(deleted: string, from = 1) {
  const database = openDatabase(`${temporaryFolder()}/test.db`, 1);
  onTestFinished(() => database.close());
  const { sqlite } = database;
  sqlite.exec(`WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${COUNT - 1})
    INSERT INTO hosts (id, ip, ip_key, name, name_key, created_at, updated_at) SELECT i + ${from}, 'ip' || i, randomblob(16), 'n' || i, 'n' || i, 1, 1 FROM n; DELETE FROM hosts WHERE ${deleted}`);
  return {
    hostsJson: createHostsJson(() => sqlite),
    ids: sqlite.prepare('SELECT id FROM hosts ORDER BY id').pluck().all() as number[],
  };
}

describe('pages of hosts', () => {
  it.each([
    ['no host', 'false', 1],
    ['every third host', 'id % 3 = 0', 1],
    ['a long range of ids', 'id BETWEEN 100 AND 9000', 1],
    ['whole blocks', 'id < 8192', 1],
    ['all but a few hosts', 'id NOT IN (1, 4095, 4096, 12999)', 1],
    ['all hosts', 'true', 1],
    ['the last block', 'id >= 12288', 1],
    ['hosts with high ids', 'id % 7 = 0', 5_000_000],
  ])('contain the same hosts as skipping one by one, after deleting %s', (_name, deleted, from) => {
    const { hostsJson, ids } = setUp(deleted, from);
    expect(hostsJson.count({})).toBe(ids.length);
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
        const page = JSON.parse(hostsJson.list('v2', {}, { limit, offset })) as {
          id: number;
        }[];
        expect(
          page.map((h) => h.id),
          `${limit} from ${offset}`,
        ).toEqual(ids.slice(offset, offset + limit));
      }
    }
    expect((JSON.parse(hostsJson.list('v1List', {})) as unknown[]).length).toBe(ids.length);
  });
});

it('counts the hosts of blocks with gaps in their ids', () => {
  const sqlite = openSqlite(':memory:');
  migrate(sqlite, readMigrations(), 1);
  sqlite.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
    INSERT INTO hosts (id, ip, ip_key, name, name_key, created_at, updated_at) SELECT i * 3, 'ip' || i, randomblob(16), 'n', 'n', 1, 1 FROM n`);
  sqlite.exec('DELETE FROM hosts WHERE id = 3');
  const hostsJson = createHostsJson(() => sqlite);
  expect(hostsJson.count({})).toBe(4999);
  expect(hostsJson.list('v2', {}, { limit: 1, offset: 4000 })).toContain(`"id":${4002 * 3},`);
});
