import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startCheckpoints, type CheckpointOptions } from '../../src/database/wal-checkpoints.js';
import type { RunExclusive } from '../../src/database/wal-limiter.js';
import { openSqlite } from '../../src/database/sqlite.js';
import { temporaryFolder } from '../support/app.js';
import { compiled } from '../support/compiled.js';

let worker: ReturnType<typeof compiled>;
beforeAll(() => {
  worker = compiled('database/wal-checkpoint.worker.ts', 'checkpoint-worker');
});
afterAll(() => {
  worker.remove();
});

const NEVER = 1 << 30;

function database(options: CheckpointOptions, runExclusive: RunExclusive = (work) => work()) {
  const file = join(temporaryFolder(), 'test.db');
  const sqlite = openSqlite(file);
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = OFF');
  sqlite.exec('CREATE TABLE items (text BLOB); CREATE TABLE ticks (n INTEGER)');
  sqlite.pragma('wal_checkpoint(TRUNCATE)');
  const checkpoints = startCheckpoints(sqlite, file, runExclusive, {
    url: worker.url,
    intervalMs: 5,
    ...options,
  });
  const close = async () => {
    await checkpoints.close();
    sqlite.close();
  };
  onTestFinished(close);
  const rows = (count: number) =>
    sqlite.exec(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) INSERT INTO ticks SELECT i FROM n`,
    );
  const write = (megabytes: number) => {
    rows(1000);
    for (let i = 0; i < megabytes; i += 1)
      sqlite.exec('INSERT INTO items VALUES (zeroblob(1 << 20))');
  };
  return {
    file,
    sqlite,
    rows,
    write,
    close,
    size: () => statSync(file).size,
    autocheckpoint: () => sqlite.pragma('wal_autocheckpoint', { simple: true }),
  };
}

/** The salts of a log, which change when it restarts. */
const saltsOf = (file: string): Buffer => readFileSync(`${file}-wal`).subarray(16, 24);

describe('the write-ahead log', () => {
  it('is checkpointed by the worker, also after an idle time', async () => {
    const { write, size } = database({ idleMs: 20 });
    for (const megabytes of [8, 16, 24]) {
      write(8);
      await expect.poll(size, { timeout: 30_000 }).toBeGreaterThan(megabytes << 20);
      await new Promise((resolve) => setTimeout(resolve, 100)); // longer than idleMs
    }
  });

  it('is not checkpointed by commits, unless the worker is far behind', () => {
    const { write, size } = database({ intervalMs: NEVER, autocheckpointPages: 16_384 });
    write(32);
    expect(size()).toBeLessThan(1 << 20);
    write(40);
    expect(size()).toBeGreaterThan(32 << 20);
  });

  it('starts no thread for a few rows', async () => {
    const { rows, size } = database({});
    const before = size();
    rows(999);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(size()).toBe(before);
    rows(1); // together enough for a thread
    await expect.poll(size, { timeout: 30_000 }).toBeGreaterThan(before);
  });

  it('is checkpointed after the end of a long transaction', async () => {
    const { sqlite, write, size } = database({});
    sqlite.exec('BEGIN');
    write(8);
    await new Promise((resolve) => setTimeout(resolve, 50));
    sqlite.exec('COMMIT');
    await expect.poll(size, { timeout: 30_000 }).toBeGreaterThan(8 << 20);
  });

  it('is checkpointed by commits without a worker, and after the worker died', async () => {
    const none = database({ url: pathToFileURL('/nowhere/worker.js') });
    expect(none.autocheckpoint()).toBe(1000);
    const dies = database({ url: new URL('sqlite.js', worker.url) }); // exits at once
    expect(dies.autocheckpoint()).toBe(262_144);
    dies.write(1);
    await expect.poll(dies.autocheckpoint, { timeout: 30_000 }).toBe(1000);
    dies.write(8);
    expect(dies.size()).toBeGreaterThan(8 << 20);
  });

  it('restarts when it was long: writers wait for a complete checkpoint', async () => {
    let waits = 0;
    const { file, write } = database({ maxPages: 1024 }, async (work) => {
      const result = await work(); // without writes meanwhile
      const before = saltsOf(file);
      write(1);
      if (!saltsOf(file).equals(before)) waits += 1;
      return result;
    });
    write(2);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(waits).toBe(0);
    for (const times of [1, 2, 3]) {
      write(8);
      await expect.poll(() => waits, { timeout: 30_000 }).toBe(times);
    }
  });

  it('does not make writers wait repeatedly while a reader of an older state keeps it from restarting', async () => {
    let waits = 0;
    const { file, write, rows, size } = database({ maxPages: 1024 }, async (work) =>
      work().finally(() => {
        waits += 1;
      }),
    );
    write(1);
    const reader = openSqlite(file, { readonly: true });
    onTestFinished(() => void reader.close());
    reader.exec('BEGIN; SELECT count(*) FROM ticks');
    write(8);
    await expect.poll(() => waits, { timeout: 30_000 }).toBe(1);
    const before = size();
    for (let n = 0; n < 10; n += 1) {
      rows(1);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(waits).toBe(1);
    write(8);
    await expect.poll(() => waits, { timeout: 30_000 }).toBe(2);
    reader.exec('COMMIT');
    write(1);
    await expect.poll(size, { timeout: 30_000 }).toBeGreaterThan(before + (8 << 20));
  });

  it('is removed by closing, with all its pages in the database', async () => {
    const { file, write, close } = database({});
    write(8);
    await new Promise((resolve) => setTimeout(resolve, 20));
    write(1);
    await close();
    expect([existsSync(`${file}-wal`), existsSync(`${file}-shm`)]).toEqual([false, false]);
    expect(statSync(file).size).toBeGreaterThan(9 << 20);
  });
});
