import { describe, expect, it } from 'vitest';
import { writeTransaction } from '../../src/database/write-transaction.js';
import { createStoreOutcome } from '../../src/tasks/outcomes.store.js';
import type { HostResult } from '../../src/tasks/task-type.js';
import { addHosts, NOW, testDatabase } from '../support/database.js';
import { addTask, readTaskHosts } from '../support/engine.js';
import { DONE } from '../support/fake-task-type.js';
import { service } from '../support/services.js';

async function scanned() {
  const database = testDatabase();
  const [host_id = 0] = addHosts(database, 1);
  const host = { host_id, ip: '10.0.0.1', name: '10.0.0.1' };
  const store = createStoreOutcome(database.sqlite);
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

const found = (looked_at: number[], ...services: ReturnType<typeof service>[]): HostResult => ({
  ...DONE,
  scan: { looked_at, services },
});

describe('the services of a host', () => {
  it('keep when they were first seen', async () => {
    const { scan, ports } = await scanned();
    await scan(found([22, 80], service(22, { version: '1' })), NOW + 10);
    await scan(found([22, 80], service(22, { version: '2' }), service(80)), NOW + 20);
    expect(ports()).toEqual([
      { port: 22, version: '2', first: 10, last: 20 },
      { port: 80, version: null, first: 20, last: 20 },
    ]);
  });

  it('go when their port was looked at and is closed, and stay when it was not looked at', async () => {
    const { scan, ports } = await scanned();
    await scan(found([22, 80, 443], service(22), service(80), service(443)), NOW + 10);
    await scan(found([22, 80], service(80)), NOW + 20);
    expect(ports()).toMatchObject([
      { port: 80, last: 20 },
      { port: 443, last: 10 },
    ]);
  });

  it('stay as they were when the host was unreachable', async () => {
    const { scan, ports, status } = await scanned();
    await scan(found([22], service(22)), NOW + 10);
    expect(status()).toEqual({ status: 'online', last_seen: NOW + 10 });
    await scan({ outcome: 'unreachable', reason: 'no_answer', detail: 'No answer.' }, NOW + 20);
    expect(ports()).toHaveLength(1);
    expect(status()).toEqual({ status: 'offline', last_seen: NOW + 10 });
  });

  it.each(['failed', 'not_allowed'] as const)(
    'and its status do not change with the outcome %s',
    async (outcome) => {
      const { scan, status } = await scanned();
      await scan({ outcome, reason: 'x', detail: null }, NOW + 10);
      expect(status()).toEqual({ status: 'unknown', last_seen: null });
    },
  );
});

describe('a scan', () => {
  it('is kept whole with its task, also when the host was deleted meanwhile', async () => {
    const { database, host, store } = await scanned();
    const taskId = await addTask(database, [host.host_id]);
    database.sqlite.prepare('DELETE FROM hosts').run();
    await writeTransaction(database, () =>
      store({ taskId, host, result: found([22, 80], service(22)) }, NOW),
    );
    expect(readTaskHosts(database, taskId)).toMatchObject([{ outcome: 'done', finished_at: NOW }]);
    expect(database.sqlite.prepare('SELECT host_id, looked_at FROM task_scans').get()).toEqual({
      host_id: host.host_id,
      looked_at: '22,80',
    });
    expect(database.sqlite.prepare('SELECT count(*) AS n FROM services').get()).toEqual({ n: 0 });
  });

  it('says nothing about a host that got another address meanwhile', async () => {
    const { database, scan, ports, status } = await scanned();
    database.sqlite.prepare("UPDATE hosts SET ip = '10.9.9.9'").run();
    await scan(found([22], service(22)), NOW);
    expect(ports()).toEqual([]);
    expect(status()).toMatchObject({ status: 'unknown' });
  });

  it('is stored once, whatever comes later', async () => {
    const { database, host, store } = await scanned();
    const taskId = await addTask(database, [host.host_id]);
    await writeTransaction(database, () => store({ taskId, host, result: DONE }, NOW));
    await writeTransaction(database, () =>
      store({ taskId, host, result: found([22], service(22)) }, NOW + 5),
    );
    expect(readTaskHosts(database, taskId)).toMatchObject([{ outcome: 'done', finished_at: NOW }]);
    expect(database.sqlite.prepare('SELECT count(*) AS n FROM task_scans').get()).toEqual({ n: 0 });
  });
});
