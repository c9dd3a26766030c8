import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../support/database.js';

function site() {
  const database = testDatabase();
  const { sqlite, reading } = database;
  const insert = sqlite.prepare(
    'INSERT INTO groups (name, created_at, updated_at) VALUES (?, 0, 0)',
  );
  const add = (name: string) => insert.run(name);
  const names = () => reading().prepare('SELECT name FROM groups ORDER BY name').pluck().all();
  return { database, sqlite, reading, add, names };
}

describe('what is read for callers', () => {
  it('is what was committed last, also in the turn in which it was', () => {
    const { add, names } = site();
    expect(names()).toEqual([]);
    add('a');
    expect(names()).toEqual(['a']);
    add('b');
    expect([names(), names()]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  it('is nothing of a transaction that goes on, and all of it when it is committed, in the same turn', () => {
    const { sqlite, add, names } = site();
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

  it('holds nothing beyond its turn: the log can be copied and begun anew', async () => {
    const { sqlite, reading, add, names } = site();
    add('a');
    names();
    expect(reading().inTransaction).toBe(true);
    await turn();
    add('b');
    expect(sqlite.pragma('wal_checkpoint(TRUNCATE)')).toMatchObject([{ busy: 0 }]);
  });

  it('cannot be written', () => {
    const { reading } = site();
    expect(() => reading().exec('DELETE FROM groups')).toThrow(/readonly/);
  });

  it('may be under way when the database is closed', async () => {
    const { database, names } = site();
    names();
    await database.close();
    await turn();
  });
});
