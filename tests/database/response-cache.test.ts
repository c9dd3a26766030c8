import { describe, expect, it } from 'vitest';
import { createResponseCache } from '../../src/database/response-cache.js';
import { openSqlite } from '../../src/database/sqlite.js';
import { heldClock } from '../support/app.js';

function setUp() {
  const sqlite = openSqlite(':memory:');
  sqlite.pragma('foreign_keys = ON');
  sqlite.exec(`CREATE TABLE items (id INTEGER PRIMARY KEY, n INTEGER);
    CREATE TABLE parts (item INTEGER REFERENCES items (id) ON DELETE CASCADE, PRIMARY KEY (item)) WITHOUT ROWID;
    CREATE TABLE log (id INTEGER PRIMARY KEY, n INTEGER);
    CREATE TRIGGER logged AFTER UPDATE ON items BEGIN INSERT INTO log (n) VALUES (new.n); END;
    INSERT INTO items VALUES (1, 1), (2, 2); INSERT INTO parts VALUES (1)`);
  const clock = heldClock();
  const cached = createResponseCache(sqlite, clock);
  let rendered = 0;
  const render = () =>
    JSON.stringify([
      sqlite.prepare('SELECT * FROM items').all(),
      sqlite.prepare('SELECT * FROM parts').all(),
      sqlite.prepare('SELECT * FROM log').all(),
    ]);
  const read = (key = 'items') =>
    cached(key, () => {
      rendered += 1;
      return render();
    });
  return { sqlite, clock, cached, read, render, rendered: () => rendered };
}

describe('the response cache', () => {
  it('stores the text of a key at its second request, while nothing changes', () => {
    const { read, rendered, render } = setUp();
    expect([read(), read(), read(), read(), read('other')]).toEqual(
      Array.from({ length: 5 }, render),
    );
    expect(rendered()).toBe(3);
    read('other');
    read('other');
    expect(rendered()).toBe(4);
  });

  it('forgets the first request of a key after too many other keys', () => {
    const { cached } = setUp();
    const renderedKeys: string[] = [];
    const read = (key: string) =>
      cached(key, () => {
        renderedKeys.push(key);
        return key;
      });
    for (let i = 0; i < 1001; i += 1) read(`k${i}`);
    read('k0');
    read('k0');
    read('k0');
    expect(renderedKeys.filter((key) => key === 'k0')).toHaveLength(3);
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
  ])('renders again after %s', (change) => {
    const { sqlite, read, render } = setUp();
    read();
    read();
    sqlite.exec(change);
    expect(read()).toBe(render());
  });

  it('stores nothing of a transaction that is rolled back', () => {
    const { sqlite, read, render } = setUp();
    read();
    read();
    sqlite.exec('BEGIN; UPDATE items SET n = 5');
    for (let i = 0; i < 3; i += 1) expect(read()).toBe(render());
    sqlite.exec('ROLLBACK');
    expect(read()).toBe(render());
    sqlite.exec('SAVEPOINT a; DELETE FROM items');
    for (let i = 0; i < 3; i += 1) expect(read()).toBe(render());
    sqlite.exec('ROLLBACK TO a');
    expect(read()).toBe(render());
  });

  it('renders again every second, for changes of other processes', () => {
    const { clock, read, rendered } = setUp();
    for (let i = 0; i < 3; i += 1) read();
    clock.advance(1);
    for (let i = 0; i < 3; i += 1) read();
    clock.set(0);
    for (let i = 0; i < 3; i += 1) read();
    expect(rendered()).toBe(6);
  });

  it('evicts the oldest texts when it is full, and stores no text that is too long', () => {
    const { cached } = setUp();
    const renderedKeys: string[] = [];
    const read = (key: string, length: number) =>
      cached(key, () => {
        renderedKeys.push(key);
        return 'x'.repeat(length);
      });
    for (let i = 0; i < 20; i += 1) for (let n = 0; n < 2; n += 1) read(`k${i}`, 400_000);
    read('k19', 400_000);
    read('k0', 400_000);
    expect(renderedKeys.slice(40)).toEqual(['k0']);
    for (let i = 0; i < 3; i += 1) read('long', 600_000);
    expect(renderedKeys.slice(41)).toEqual(['long', 'long', 'long']);
  });

  it('stores nothing when the rendering throws', () => {
    const { cached } = setUp();
    expect(() =>
      cached('a', () => {
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(cached('a', () => 'yes')).toBe('yes');
  });
});
