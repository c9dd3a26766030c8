import { describe, expect, it } from 'vitest';
import { writeTransaction } from '../../src/database/write-transaction.js';
import { createOutcomeStore } from '../../src/tasks/outcomes.js';
import type { HostResult } from '../../src/tasks/task-type.js';
import { addHosts, NOW, testDatabase } from '../support/database.js';
import { addTask, listTaskHostRows } from '../support/engine.js';
import { DONE } from '../support/fake-task-type.js';
import { service } from '../support/services.js';

async function setUp() {
  const database = testDatabase();
  const [host_id = 0] = addHosts(database, 1);
  const host = { host_id, ip: '10.0.0.1', name: '10.0.0.1' };
  const store = createOutcomeStore(database.sqlite);
  const scan = async (result: HostResult, now: number) => {
    const taskId = await addTask(database, [host_id]);
    return writeTransaction(database, () => {
      store({ taskId, host, result }, now);
      return taskId;
    });
  };
  const ports = () =>
    database.sqlite
      .prepare(
        'SELECT port, version, first_seen - @now AS first, last_seen - @now AS last FROM services ORDER BY port',
      )
      .all({ now: NOW });
  const status = () => database.sqlite.prepare('SELECT status, last_seen FROM hosts').get();
  return { database, host, store, scan, ports, status };
}

const scanResult = (
  scanned_ports: number[],
  ...services: ReturnType<typeof service>[]
): HostResult => ({
  ...DONE,
  scan: { scanned_ports, services },
});

describe('services of a host after an outcome', () => {
  it('keep the time when they were first seen', async () => {
    const { scan, ports } = await setUp();
    await scan(scanResult([22, 80], service(22, { version: '1' })), NOW + 10);
    await scan(scanResult([22, 80], service(22, { version: '2' }), service(80)), NOW + 20);
    expect(ports()).toEqual([
      { port: 22, version: '2', first: 10, last: 20 },
      { port: 80, version: null, first: 20, last: 20 },
    ]);
  });

  it('are removed if their port was scanned and is closed, and kept if it was not scanned', async () => {
    const { scan, ports } = await setUp();
    await scan(scanResult([22, 80, 443], service(22), service(80), service(443)), NOW + 10);
    await scan(scanResult([22, 80], service(80)), NOW + 20);
    expect(ports()).toMatchObject([
      { port: 80, last: 20 },
      { port: 443, last: 10 },
    ]);
  });

  it('are kept if the host was unreachable', async () => {
    const { scan, ports, status } = await setUp();
    await scan(scanResult([22], service(22)), NOW + 10);
    expect(status()).toEqual({ status: 'online', last_seen: NOW + 10 });
    await scan({ outcome: 'unreachable', reason: 'no_answer', detail: 'No answer.' }, NOW + 20);
    expect(ports()).toHaveLength(1);
    expect(status()).toEqual({ status: 'offline', last_seen: NOW + 10 });
  });

  it.each(['failed', 'not_allowed'] as const)(
    'and the status of the host are kept with the outcome %s',
    async (outcome) => {
      const { scan, status } = await setUp();
      await scan({ outcome, reason: 'x', detail: null }, NOW + 10);
      expect(status()).toEqual({ status: 'unknown', last_seen: null });
    },
  );
});

describe('an address of a range that does not answer', () => {
  const SILENT: HostResult = { outcome: 'unreachable', reason: 'no_answer', detail: 'No answer.' };
  const IN_RANGE = { ...SILENT, is_in_range: true };

  async function setUpAddress() {
    const { database, host, scan } = await setUp();
    const { sqlite } = database;
    sqlite.exec('UPDATE hosts SET unanswered = 1'); // as a scan of a range creates it
    const read = (sql: string, ...args: unknown[]) =>
      sqlite
        .prepare(sql)
        .pluck()
        .get(...args);
    return {
      sqlite,
      scan,
      host,
      ofHost: () => read('SELECT unanswered FROM hosts'),
      ofTask: (id: number) => read('SELECT unanswered FROM task_hosts WHERE task_id = ?', id),
    };
  }

  it('has no host, also in the next task, until something answers there', async () => {
    const { scan, ofHost, ofTask } = await setUpAddress();
    const first = await scan(IN_RANGE, NOW);
    const second = await scan(IN_RANGE, NOW + 1);
    expect([ofTask(first), ofTask(second), ofHost()]).toEqual([1, 1, 1]);
    await scan(scanResult([22], service(22)), NOW + 2);
    const last = await scan(IN_RANGE, NOW + 3);
    expect([ofTask(first), ofTask(last), ofHost()]).toEqual([1, 0, 0]);
  });

  it('has a host if a person added it', async () => {
    const { sqlite, scan, ofHost, ofTask } = await setUpAddress();
    sqlite.exec('UPDATE hosts SET unanswered = 0');
    const task = await scan(IN_RANGE, NOW);
    expect([ofTask(task), ofHost()]).toEqual([0, 0]);
  });

  it.each(['failed', 'not_allowed', 'stopped'] as const)(
    'has no host because a task ends with the outcome %s',
    async (outcome) => {
      const { scan, ofHost } = await setUpAddress();
      await scan({ outcome, reason: 'x', detail: null, is_in_range: true }, NOW);
      expect(ofHost()).toBe(1);
    },
  );

  it('has a host for a task that names it', async () => {
    const { scan, ofHost, ofTask } = await setUpAddress();
    await scan(IN_RANGE, NOW);
    const named = await scan(SILENT, NOW + 1);
    expect([ofTask(named), ofHost()]).toEqual([0, 0]);
  });

  it.each([
    ['it has a name', "UPDATE hosts SET name = 'db1'"],
    ['it has a description', "UPDATE hosts SET description = 'rack 1'"],
    [
      'it is in a group',
      "INSERT INTO groups (id, name, created_at, updated_at) VALUES (1, 'g', 1, 1); INSERT INTO group_hosts VALUES (1, 1)",
    ],
    [
      'its host key is pinned',
      "INSERT INTO host_keys SELECT ip, 22, 'ssh', 'ssh-ed25519', 'x', 1, 0 FROM hosts",
    ],
    ['it got another address', "UPDATE hosts SET ip = '10.9.9.9', name = '10.9.9.9'"],
    [
      'it has an inventory',
      "INSERT INTO inventories (host_id, report_id, collected_at, packages_count, warnings) VALUES (1, 1, 1, 1, '[]')",
    ],
    ['it has an agent', "INSERT INTO agents (host_id, os_family) VALUES (1, 'linux')"],
  ])('has a host as soon as %s', async (_title, sql) => {
    const { scan, sqlite, ofHost, ofTask } = await setUpAddress();
    await scan(IN_RANGE, NOW);
    sqlite.exec(sql);
    expect(ofHost()).toBe(0);
    const task = await scan(IN_RANGE, NOW + 1);
    expect([ofTask(task), ofHost()]).toEqual([0, 0]);
  });
});

describe('scan of a host', () => {
  it('is stored completely with its task, also if the host was deleted meanwhile', async () => {
    const { database, host, store } = await setUp();
    const taskId = await addTask(database, [host.host_id]);
    database.sqlite.prepare('DELETE FROM hosts').run();
    await writeTransaction(database, () =>
      store({ taskId, host, result: scanResult([22, 80], service(22)) }, NOW),
    );
    expect(listTaskHostRows(database, taskId)).toMatchObject([
      { outcome: 'done', finished_at: NOW },
    ]);
    expect(database.sqlite.prepare('SELECT host_id, scanned_ports FROM task_scans').get()).toEqual({
      host_id: host.host_id,
      scanned_ports: '22,80',
    });
    expect(database.sqlite.prepare('SELECT count(*) AS n FROM services').get()).toEqual({ n: 0 });
  });

  it('does not change a host that has another address meanwhile', async () => {
    const { database, scan, ports, status } = await setUp();
    database.sqlite.prepare("UPDATE hosts SET ip = '10.9.9.9'").run();
    await scan(scanResult([22], service(22)), NOW);
    expect(ports()).toEqual([]);
    expect(status()).toMatchObject({ status: 'unknown' });
  });

  it('marks the host as scanned, also without an open port, if it is stored for its address', async () => {
    const { database, scan } = await setUp();
    const isMarked = () =>
      database.sqlite.prepare('SELECT ports_scanned FROM hosts').pluck().get() === 1;
    await scan(DONE, NOW);
    await scan({ ...scanResult([22]), outcome: 'stopped' }, NOW);
    expect(isMarked()).toBe(false);
    database.sqlite.exec("UPDATE hosts SET ip = '10.9.9.9'");
    await scan(scanResult([22]), NOW);
    expect(isMarked()).toBe(false);
    database.sqlite.exec("UPDATE hosts SET ip = '10.0.0.1'");
    await scan(scanResult([22]), NOW);
    expect(isMarked()).toBe(true);
  });

  it('is stored once; later outcomes are ignored', async () => {
    const { database, host, store } = await setUp();
    const taskId = await addTask(database, [host.host_id]);
    await writeTransaction(database, () => store({ taskId, host, result: DONE }, NOW));
    await writeTransaction(database, () =>
      store({ taskId, host, result: scanResult([22], service(22)) }, NOW + 5),
    );
    expect(listTaskHostRows(database, taskId)).toMatchObject([
      { outcome: 'done', finished_at: NOW },
    ]);
    expect(database.sqlite.prepare('SELECT count(*) AS n FROM task_scans').get()).toEqual({ n: 0 });
  });
});
