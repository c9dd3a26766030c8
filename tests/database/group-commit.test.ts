import { describe, expect, it } from 'vitest';
import { testDatabase } from '../support/database.js';

function setUp() {
  const database = testDatabase();
  database.sqlite.exec('CREATE TABLE things (name TEXT PRIMARY KEY) STRICT');
  let commits = 0;
  const transaction = database.sqlite.transaction.bind(database.sqlite);
  database.sqlite.transaction = ((work: () => unknown) => {
    if (!database.sqlite.inTransaction) commits += 1;
    return transaction(work as never);
  }) as typeof database.sqlite.transaction;
  const insert = database.sqlite.prepare('INSERT INTO things VALUES (?)');
  const names = (): unknown[] =>
    database.sqlite.prepare('SELECT name FROM things ORDER BY 1').pluck().all();
  const add = (...all: string[]): Promise<string> =>
    database.groupCommit(() => {
      for (const name of all) insert.run(name);
      return all.join();
    });
  return { database, add, names, commits: () => commits };
}

describe('the group commit', () => {
  it('runs queued work in the order of the calls, in few transactions', async () => {
    const { add, names, commits } = setUp();
    expect(await Promise.all(Array.from({ length: 8 }, (_, i) => add(`${i}`)))).toEqual([
      '0',
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
    ]);
    expect(names()).toHaveLength(8);
    expect(commits()).toBeLessThan(8);
  });

  it('gives work that takes long a transaction each, so that others wait for one of them only', async () => {
    const { database, commits } = setUp();
    const takeLong = (): void => {
      const end = performance.now() + 9;
      while (performance.now() < end);
    };
    await Promise.all([1, 2, 3].map(() => database.groupCommit(takeLong)));
    expect(commits()).toBe(3);
  });

  it('rolls back only the work that threw', async () => {
    const { add, names } = setUp();
    const [one, two, three] = await Promise.allSettled([add('a'), add('b', 'a'), add('c')]);
    expect([one.status, two.status, three.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(names()).toEqual(['a', 'c']);
    expect(await add('b')).toBe('b');
  });

  it('rejects all work of a failed transaction, and commits again when there is space', async () => {
    const { database, add, names } = setUp();
    database.sqlite.pragma(
      `max_page_count = ${database.sqlite.pragma('page_count', { simple: true }) as number}`,
    );
    const long = (): Promise<string> => add('0123456789abcdef'.repeat(2000));
    const results = await Promise.allSettled([add('a'), long(), add('c')]);
    expect(results[1].status).toBe('rejected');
    const stored = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(names()).toEqual(stored);
    database.sqlite.pragma('max_page_count = 1073741823');
    expect(await add('d')).toBe('d');
  });
});
