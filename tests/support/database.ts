import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openDatabase, type Database } from '../../src/database/database.js';
import type { Clock } from '../../src/platform/clock.js';

/** The default time of tests: 2026-01-01T00:00:00Z. */
export const NOW = 1_767_225_600;

/** A clock that advances only on request. */
export interface HeldClock extends Clock {
  seconds: number;
  ms: number;
  pass(seconds: number): void;
}

export function heldClock(seconds = NOW): HeldClock {
  return {
    seconds,
    ms: 0,
    now() {
      return this.seconds;
    },
    monotonicMs() {
      return this.ms;
    },
    pass(s) {
      this.seconds += s;
      this.ms += s * 1000;
    },
  };
}

/** Creates a directory that is removed when the test has finished. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hostwarden-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Opens a real database in a new directory. `again` opens the same file again, as the next start of the service
 * does.
 */
export function testDatabase(): Database & { again(): Database } {
  const file = join(temporaryFolder(), 'test.db');
  const open = () => {
    const database = openDatabase(file, NOW);
    onTestFinished(() => database.close());
    return database;
  };
  return { ...open(), again: open };
}

/** Inserts hosts (10.0.0.1 and so on) into the table; returns their ids. */
export function addHosts({ sqlite }: Database, count: number): number[] {
  const insert = sqlite.prepare(
    'INSERT INTO hosts (ip, ip_key, name, name_key, created_at, updated_at) VALUES (@ip, @key, @ip, @ip, @now, @now)',
  );
  const key = (i: number) =>
    Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 10, i >> 16, (i >> 8) & 255, i & 255]);
  const first = sqlite.prepare<[], { n: number }>('SELECT count(*) AS n FROM hosts').get()?.n ?? 0;
  const ids = Array.from({ length: count }, (_, n) => first + n + 1);
  return sqlite.transaction(() =>
    ids.map((i) =>
      Number(
        insert.run({ ip: `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`, key: key(i), now: NOW })
          .lastInsertRowid,
      ),
    ),
  )();
}

/** Inserts a template into the table; returns its id. */
export function addTemplate(
  { sqlite }: Database,
  template: {
    type?: string;
    params?: unknown;
    hosts?: readonly number[];
    groups?: readonly number[];
  },
): number {
  const params = template.params === undefined ? null : JSON.stringify(template.params);
  const id = Number(
    sqlite
      .prepare(
        'INSERT INTO templates (name, type, params, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
      )
      .run('test', template.type ?? 'fake', params, NOW, NOW).lastInsertRowid,
  );
  const host = sqlite.prepare('INSERT INTO template_hosts (template_id, host_id) VALUES (?, ?)');
  const group = sqlite.prepare('INSERT INTO template_groups (template_id, group_id) VALUES (?, ?)');
  sqlite.transaction(() => {
    for (const h of template.hosts ?? []) host.run(id, h);
    for (const g of template.groups ?? []) group.run(id, g);
  })();
  return id;
}

/** Inserts a group into the table; returns its id. */
export function addGroup({ sqlite }: Database, hosts: readonly number[]): number {
  const id = Number(
    sqlite
      .prepare(
        'INSERT INTO groups (name, created_at, updated_at) VALUES (hex(randomblob(8)), ?, ?)',
      )
      .run(NOW, NOW).lastInsertRowid,
  );
  const insert = sqlite.prepare('INSERT INTO group_hosts (group_id, host_id) VALUES (?, ?)');
  for (const h of hosts) insert.run(id, h);
  return id;
}
