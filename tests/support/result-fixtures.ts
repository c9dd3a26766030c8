import type { TestApp } from './app.js';
import { writeTransaction } from '../../src/database/write-transaction.js';
import { service } from './services.js';

const HOST_IDS = [1, 2, 3, 4];
const ipKey = (n: number): string => `x'${'00'.repeat(10)}ffff0a0000${String(n).padStart(2, '0')}'`;
const services = JSON.stringify([
  service(22, {
    service: 'ssh',
    product: 'OpenSSH',
    version: '9.2p1',
    banner: 'SSH-2.0-OpenSSH_9.2p1',
  }),
  service(8443),
]);

const ROWS = [
  ...HOST_IDS.map(
    (n) =>
      `INSERT OR IGNORE INTO hosts (id, ip, ip_key, name, name_key, created_at, updated_at) VALUES (${n}, '10.0.0.${n}', ${ipKey(n)}, 'web-${n}', 'web-${n}', 1790000000, 1790000000)`,
  ),
  ...[1, 2].map(
    (n) =>
      `INSERT OR IGNORE INTO groups (id, name, created_at, updated_at) VALUES (${n}, 'group ${n}', 1790000000, 1790000000)`,
  ),
  'INSERT OR IGNORE INTO group_hosts (group_id, host_id) SELECT 1, id FROM hosts WHERE id IN (2, 3)',
  "INSERT OR IGNORE INTO credentials (id, name, type, username, secret, created_at, updated_at) VALUES (1, 'lab root', 'ssh_password', 'root', x'00', 1790000000, 1790000000)",
  "INSERT OR IGNORE INTO tokens (id, name, role, sha256, created_at) VALUES (2, 'dashboard', 'viewer', x'00', 1790000000)",
  `INSERT OR IGNORE INTO templates (id, name, type, params, created_at, updated_at) VALUES (1, 'nightly', 'pentest', '{"ports":["22","8000-8100"],"speed":"3"}', 1790000000, 1790000000), (2, 'empty', 'pentest', NULL, 1790000000, 1790000000)`,
  'INSERT OR IGNORE INTO template_hosts (template_id, host_id) SELECT 1, id FROM hosts WHERE id IN (1, 2)',
  'INSERT OR IGNORE INTO template_groups (template_id, group_id) SELECT 1, id FROM groups WHERE id = 1',
  'INSERT OR IGNORE INTO schedules (template_id, unit, recurrence, start_time, end_time, enabled, scheduled_time) VALUES (1, 3, 1, 1790000000, NULL, 1, 1790086400)',
  "INSERT OR IGNORE INTO schedule_history (id, template_id, due_at, result, reason, detail, task_id, recorded_at) VALUES (1, 1, 1789900000, 'started', NULL, NULL, 1, 1789900000), (2, 1, 1789990000, 'skipped', 'overlap', 'The previous task was still running', NULL, 1789990000)",
  ...[1, 2, 3].map(
    (
      n,
    ) => `INSERT OR IGNORE INTO tasks (id, templates_id, task_type, status, percent, state, "trigger", archived, hosts_total, hosts_done, created_at, updated_at, started_at, finished_at)
    VALUES (${n}, 1, 'pentest', 'completed', 100, 'Done', 'manual', ${n === 3 ? 1 : 0}, 2, 2, 1790000000, 1790000010, 1790000000, 1790000010)`,
  ),
  `INSERT OR IGNORE INTO task_hosts (task_id, host_id, ip, name, outcome, reason, detail, started_at, finished_at) SELECT id, 1, '10.0.0.1', 'web-1', 'done', NULL, NULL, 1790000000, 1790000010 FROM tasks WHERE id < 4`,
  `INSERT OR IGNORE INTO task_hosts (task_id, host_id, ip, name, outcome, reason, detail, started_at, finished_at) SELECT id, 2, '10.0.0.2', 'web-2', 'unreachable', 'no_answer', 'Nothing answered', 1790000000, 1790000010 FROM tasks WHERE id < 4`,
  `INSERT OR IGNORE INTO task_scans (task_id, host_id, scanned_ports, services) SELECT id, 1, '22,8443', '${services}' FROM tasks WHERE id < 4`,
  "INSERT OR IGNORE INTO services (host_id, port, transport, state, service, product, version, details, confidence, first_seen, last_seen) SELECT id, 22, 'tcp', 'open', 'ssh', 'OpenSSH', '9.2p1', '{}', 'confirmed', 1780000000, 1790000010 FROM hosts WHERE id = 1",
];

/**
 * Returns a function that inserts the fixtures that are missing: hosts 1 to 4, groups 1 and 2, template 1
 * with a schedule, template 2 without hosts, finished tasks 1 to 3 (3 is archived), credential 1, token 2.
 */
export function createFixtureLoader({ ctx: { database } }: TestApp): () => Promise<void> {
  const statements = ROWS.map((sql) => database.sqlite.prepare(sql));
  return () =>
    writeTransaction(database, () => {
      for (const statement of statements) statement.run();
    });
}
