import { describe, expect, it } from 'vitest';
import { createResponseCache } from '../../src/database/response-cache.js';
import { openSqlite } from '../../src/database/sqlite.js';
import { heldClock } from '../support/app.js';

function table() {
  const sqlite = openSqlite(':memory:');
  sqlite.pragma('foreign_keys = ON');
  sqlite.exec(`CREATE TABLE items (id INTEGER PRIMARY KEY, n INTEGER); CREATE TABLE parts (item INTEGER REFERENCES items (id) ON DELETE CASCADE, PRIMARY KEY (item)) WITHOUT ROWID;
    CREATE TABLE log (id INTEGER PRIMARY KEY, n INTEGER); CREATE TRIGGER logged AFTER UPDATE ON items BEGIN INSERT INTO log (n) VALUES (new.n); END;
    INSERT INTO items VALUES (1, 1), (2, 2); INSERT INTO parts VALUES (1)`);
  const clock = heldClock();
  const remembered = createResponseCache(sqlite, clock);
  let made = 0;
  const facts = () =>
    JSON.stringify([
      sqlite.prepare('SELECT * FROM items').all(),
      sqlite.prepare('SELECT * FROM parts').all(),
      sqlite.prepare('SELECT * FROM log').all(),
    ]);
  const read = (key = 'facts') =>
    remembered(key, () => {
      made += 1;
      return facts();
    });
  return { sqlite, clock, remembered, read, facts, made: () => made };
}

describe('a remembered text', () => {
  it('is kept when it is asked for again, while nothing changes, for each key', () => {
    const { read, made, facts } = table();
    expect([read(), read(), read(), read(), read('other')]).toEqual(
      Array.from({ length: 5 }, facts),
    );
    expect(made()).toBe(3);
    read('other');
    read('other');
    expect(made()).toBe(4);
  });

  it('is forgotten to have been asked for where too many others were', () => {
    const { remembered } = table();
    const made: string[] = [];
    const read = (key: string) =>
      remembered(key, () => {
        made.push(key);
        return key;
      });
    for (let i = 0; i < 1001; i += 1) read(`k${i}`);
    read('k0');
    read('k0');
    read('k0');
    expect(made.filter((key) => key === 'k0')).toHaveLength(3);
  });

  it.each([
    'INSERT INTO items VALUES (3, 3)',
    'UPDATE items SET n = 9 WHERE id = 2',
    'DELETE FROM items WHERE id = 1',
    'DELETE FROM items',
    'DELETE FROM parts',
    'INSERT OR REPLACE INTO items VALUES (1, 7)',
    'INSERT INTO items VALUES (1, 8) ON CONFLICT DO UPDATE SET n = 8',
    'UPDATE OR REPLACE items SET id = 1 WHERE id = 2',
    'BEGIN; UPDATE items SET n = 5; COMMIT',
    'BEGIN; UPDATE items SET n = 5',
    'SAVEPOINT a; UPDATE items SET n = 5; RELEASE a',
  ])('is made anew after %s', (change) => {
    const { sqlite, read, facts } = table();
    read();
    read();
    sqlite.exec(change);
    expect(read()).toBe(facts());
  });

  it('does not outlive the transaction that takes back what it says', () => {
    const { sqlite, read, facts } = table();
    read();
    read();
    sqlite.exec('BEGIN; UPDATE items SET n = 5');
    for (let i = 0; i < 3; i += 1) expect(read()).toBe(facts());
    sqlite.exec('ROLLBACK');
    expect(read()).toBe(facts());
    sqlite.exec('SAVEPOINT a; DELETE FROM items');
    for (let i = 0; i < 3; i += 1) expect(read()).toBe(facts());
    sqlite.exec('ROLLBACK TO a');
    expect(read()).toBe(facts());
  });

  it('is made anew every second, whoever wrote', () => {
    const { clock, read, made } = table();
    for (let i = 0; i < 3; i += 1) read();
    clock.advance(1);
    for (let i = 0; i < 3; i += 1) read();
    clock.set(0);
    for (let i = 0; i < 3; i += 1) read();
    expect(made()).toBe(6);
  });

  it('gives way to newer ones where there is no room, and is not kept where it is too long', () => {
    const { remembered } = table();
    const made: string[] = [];
    const read = (key: string, length: number) =>
      remembered(key, () => {
        made.push(key);
        return 'x'.repeat(length);
      });
    for (let i = 0; i < 20; i += 1) for (let n = 0; n < 2; n += 1) read(`k${i}`, 400_000);
    read('k19', 400_000);
    read('k0', 400_000);
    expect(made.slice(40)).toEqual(['k0']);
    for (let i = 0; i < 3; i += 1) read('long', 600_000);
    expect(made.slice(41)).toEqual(['long', 'long', 'long']);
  });

  it('is not kept when making it fails', () => {
    const { remembered } = table();
    expect(() =>
      remembered('a', () => {
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(remembered('a', () => 'yes')).toBe('yes');
  });
});
