import { setImmediate as nextTick } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../support/database.js';

function setUp() {
  const database = testDatabase();
  const { sqlite, reading } = database;
  const insert = sqlite.prepare(
    'INSERT INTO groups (name, created_at, updated_at) VALUES (?, 0, 0)',
  );
  const add = (name: string) => insert.run(name);
  const names = () => reading().prepare('SELECT name FROM groups ORDER BY name').pluck().all();
  return { database, sqlite, reading, add, names };
}

describe('the read connection', () => {
  it('sees a commit in the same event-loop tick', () => {
    const { add, names } = setUp();
    expect(names()).toEqual([]);
    add('a');
    expect(names()).toEqual(['a']);
    add('b');
    expect([names(), names()]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  it('sees nothing of an open transaction, and all of it in the same tick after its commit', () => {
    const { sqlite, add, names } = setUp();
    sqlite.exec('BEGIN');
    add('a');
    expect([names(), names()]).toEqual([[], []]);
    sqlite.exec('COMMIT');
    expect(names()).toEqual(['a']);
    sqlite.exec('BEGIN');
    add('b');
    expect(names()).toEqual(['a']);
    sqlite.exec('ROLLBACK');
    expect(names()).toEqual(['a']);
  });

  it('ends its transaction with the event-loop tick, so that the log can be truncated', async () => {
    const { sqlite, reading, add, names } = setUp();
    add('a');
    names();
    expect(reading().inTransaction).toBe(true);
    await nextTick();
    add('b');
    expect(sqlite.pragma('wal_checkpoint(TRUNCATE)')).toMatchObject([{ busy: 0 }]);
  });

  it('is read-only', () => {
    const { reading } = setUp();
    expect(() => reading().exec('DELETE FROM groups')).toThrow(/readonly/);
  });

  it('may have an open transaction when the database is closed', async () => {
    const { database, names } = setUp();
    names();
    await database.close();
    await nextTick();
  });
});
