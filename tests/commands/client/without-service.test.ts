import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSqlite } from '../../../src/database/sqlite.js';
import { testApp } from '../../support/app.js';
import { runCommand } from '../../support/command-service.js';
import { fakeTaskType, until } from '../../support/fake-task-type.js';

/** Returns a data directory with two tasks whose host was in progress at two crashes of a service. */
async function setUp() {
  const type = fakeTaskType({ name: 'pentest' });
  const service = await testApp({ types: [type] });
  await service.call('POST', '/hosts', [{ current_ip: '10.0.0.1' }]);
  const template = { name: 'nightly', type: 'pentest', hosts: [1], enabled: true };
  await service.call('POST', '/api/v1/templates/', template);
  await service.call('POST', '/api/v1/templates/1');
  await until(() => type.works.length === 2);
  await service.close();
  const sqlite = openSqlite(join(service.dir, 'hostwarden.db'));
  sqlite.exec('UPDATE task_hosts SET started_at = 5, crashes = 2');
  sqlite.close();
  return {
    run: (args: string[]) => runCommand([...args, '--data-dir', service.dir]),
    read: () => readTasks(service.dir),
  };
}

function readTasks(dir: string): unknown[] {
  const sqlite = openSqlite(join(dir, 'hostwarden.db'), { readonly: true });
  try {
    return sqlite
      .prepare(
        'SELECT status, h.outcome, h.started_at, h.crashes FROM tasks t JOIN task_hosts h ON h.task_id = t.id ORDER BY t.id',
      )
      .all();
  } finally {
    sqlite.close();
  }
}

const INTERRUPTED = { status: 'working', outcome: null, started_at: 5, crashes: 2 };

describe('a command without a running service', () => {
  it.each([
    [['template', 'create', 'weekly', '--host', '10.0.0.1']],
    [['template', 'edit', 'nightly', '--name', 'weekly']],
    [['host', 'add', '10.0.0.2']],
    [['task', 'list']],
  ])('leaves interrupted tasks as they are: %j', async (args) => {
    const { run, read } = await setUp();
    const before = read();
    expect(before).toEqual([INTERRUPTED, INTERRUPTED]);
    expect((await run(args)).code).toBe(0);
    expect(read()).toEqual(before);
  });

  it.each([
    [['template', 'run', 'weekly']],
    [['template', 'create', 'weekly', '--host', 'nowhere', '--run']],
    [['task', 'watch', '99']],
    [['scan', '127.0.0.1', '--ports', '0']],
  ])('leaves interrupted tasks as they are after an error: %j', async (args) => {
    const { run, read } = await setUp();
    expect((await run(args)).code).not.toBe(0);
    expect(read()).toEqual([INTERRUPTED, INTERRUPTED]);
  });

  it('stops an interrupted task, and starts no other one', async () => {
    const { run, read } = await setUp();
    const { code, out } = await run(['task', 'stop', '1', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ id: 1, status: 'stopped' });
    expect(read()).toEqual([
      { ...INTERRUPTED, status: 'stopped', outcome: 'stopped' },
      INTERRUPTED,
    ]);
  });

  it('ends the tasks of a template that it removes', async () => {
    const { run, read } = await setUp();
    expect((await run(['template', 'remove', 'nightly'])).code).toBe(0);
    const stopped = { ...INTERRUPTED, status: 'stopped', outcome: 'stopped' };
    expect(read()).toEqual([stopped, stopped]);
  });
});
