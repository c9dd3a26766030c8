import { describe, expect, it } from 'vitest';
import { groupCommit } from '../../src/database/group-commit.js';
import { testDatabase } from '../support/database.js';

function world() {
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
    groupCommit(database, () => {
      for (const name of all) insert.run(name);
      return all.join();
    });
  return { database, add, names, commits: () => commits };
}

describe('work that waits together', () => {
  it('is done in the order in which it came, in few transactions', async () => {
    const { add, names, commits } = world();
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

  it('takes back only what threw', async () => {
    const { add, names } = world();
    const [one, two, three] = await Promise.allSettled([add('a'), add('b', 'a'), add('c')]);
    expect([one.status, two.status, three.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(names()).toEqual(['a', 'c']);
    expect(await add('b')).toBe('b');
  });

  it('rejects wholly on a full disk, and goes on when there is room', async () => {
    const { database, add, names } = world();
    database.sqlite.pragma(
      `max_page_count = ${database.sqlite.pragma('page_count', { simple: true }) as number}`,
    );
    const long = (): Promise<string> => add(Math.random().toString().repeat(2000));
    const settled = await Promise.allSettled([add('a'), long(), add('c')]);
    expect(settled[1].status).toBe('rejected');
    const stored = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(names()).toEqual(stored);
    database.sqlite.pragma('max_page_count = 1073741823');
    expect(await add('d')).toBe('d');
  });
});
