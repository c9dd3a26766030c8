import { expect, it } from 'vitest';
import { openDatabase } from '../../src/database/database.js';
import { addHosts, temporaryFolder } from '../support/database.js';

const STEP = 17;
const SCAN =
  "INSERT INTO task_scans (task_id, host_id, scanned_ports, services) VALUES (1, ?, '22', '[]')";
const HOST = "INSERT INTO task_hosts (task_id, host_id, ip, name, outcome) VALUES (1, ?, ?, '', ?)";

it('knows of stored scans and services which hosts were scanned', async () => {
  const file = `${temporaryFolder()}/old.db`;
  const old = openDatabase(file, 0);
  const [scanned, moved, stopped, deletedTask, never] = addHosts(old, 5);
  const { sqlite } = old;
  sqlite.exec(`INSERT INTO tasks (id, templates_id, task_type, status, state, "trigger", hosts_total, created_at, updated_at)
    VALUES (1, 1, 'pentest', 'completed', '', 'manual', 3, 0, 0)`);
  const add = (host: number | undefined, ip: string, outcome: string) => {
    sqlite.prepare(SCAN).run(host);
    sqlite.prepare(HOST).run(host, ip, outcome);
  };
  add(scanned, '10.0.0.1', 'done');
  add(moved, '10.9.9.9', 'done');
  add(stopped, '10.0.0.3', 'failed');
  sqlite
    .prepare(
      "INSERT INTO services (host_id, port, transport, state, details, confidence, first_seen, last_seen) VALUES (?, 22, 'tcp', 'open', '{}', 'confirmed', 0, 0)",
    )
    .run(deletedTask);
  sqlite.exec(
    `ALTER TABLE hosts DROP COLUMN ports_scanned; DELETE FROM migrations WHERE id = ${STEP}`,
  );
  await old.close();
  const migrated = openDatabase(file, 0);
  const rows = migrated.sqlite
    .prepare('SELECT id, ports_scanned FROM hosts ORDER BY id')
    .raw()
    .all();
  expect(rows).toEqual([
    [scanned, 1],
    [moved, 0],
    [stopped, 0],
    [deletedTask, 1],
    [never, 0],
  ]);
  await migrated.close();
});
