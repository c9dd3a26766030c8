// Measures the pages that a client shows of 10,000 hosts with 150 findings each, over HTTP with complete responses, and
// the longest event loop delay of the service. Needs `npm run build`.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { printRow, timesOf, withFleet } from './fleet-support.mjs';

const ROUNDS = 7;
const TARGET_MS = 20;
const NOW = Math.floor(Date.now() / 1000);
const DAY = 86_400;

const PAGES = [
  '/hosts?q=host-7',
  '/hosts?status=online&sort=name',
  '/hosts?system=debian&sort=-system&page=50',
  '/hosts?severity=critical&sort=open',
  '/hosts?kev=true&include=risk&limit=100',
  '/hosts?coverage=not_checked',
  '/hosts/1/timeline',
  '/agents',
  '/agents?outdated=true&q=host-1&sort=-last_seen',
  '/agents?state=none',
  '/agent-operations',
  '/agent-operations?batch=1',
  '/schedules/starts',
  `/schedules/starts?from=${NOW - 50 * DAY}&to=${NOW + 10 * DAY}`,
  '/api/v1/tasks?host_id=1',
  '/api/v1/tasks/1/hosts?outcome=failed',
  '/api/v1/templates?include=last_task&limit=100',
  '/vulnerabilities/CVE-2024-000100/findings?limit=100',
  '/summary?since=0',
  '/settings',
  '/task-types',
];

await withFleet({ hosts: 10_000, findings: 150, facts: 10_000 }, async ({ ctx, get }) => {
  seed(ctx.database.sqlite);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  for (const url of PAGES) {
    await get(url);
    delay.reset();
    printRow(url, await timesOf(ROUNDS, () => get(url)), TARGET_MS);
    const held = delay.max / 1e6;
    if (held > TARGET_MS) console.log(`  event loop delay ${held.toFixed(1)} ms  MISSED`);
  }
});

/** 9,000 agents, 2 operations a host, 200 schedules with 300 tasks each, and a history of 80,000 starts. */
function seed(sqlite) {
  const numbers = (count) =>
    `(WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${count}) SELECT n FROM c)`;
  const operation = `INSERT INTO agent_operations
    (host_id, action, os_family, credential_id, dry_run, status, step, message, created_at, updated_at, batch_id)
    SELECT id, 'install', 'linux', 1, 0, 'completed', 'clean_up', '', 0, 0, 1 FROM hosts`;
  sqlite.exec(`
    INSERT INTO agent_batches (id, action, credential_id, dry_run, hosts, created_at) VALUES (1, 'install', 1, 0, 20000, 0);
    INSERT INTO agents (host_id, os_family, version, installed_at, last_seen)
      SELECT id, 'linux', '0.0.' || (id % 3), 5, id % 1000 FROM hosts WHERE id % 10 > 0;
    ${operation}; ${operation};
    INSERT INTO templates (id, name, type, created_at, updated_at)
      SELECT n, 'template ' || n, 'pentest', 0, 0 FROM ${numbers(200)};
    INSERT INTO schedules (template_id, unit, recurrence, start_time, enabled)
      SELECT n, iif(n % 5, 3, 1), 1, ${NOW - 90 * DAY} + n, 1 FROM ${numbers(200)};
    INSERT INTO schedule_history (template_id, due_at, result, recorded_at)
      SELECT 1, ${NOW} - n * 60, 'started', 0 FROM ${numbers(80_000)};
    INSERT INTO tasks (templates_id, task_type, status, state, "trigger", hosts_total, created_at, updated_at, started_at, finished_at)
      SELECT t.id, 'pentest', 'completed', '', 'manual', 1, 0, 0, 5, 9 FROM templates t, ${numbers(300)};
    INSERT INTO task_hosts (task_id, host_id, ip, name, outcome, finished_at)
      SELECT id, 1, '', '', 'done', ${NOW} - id * 100 FROM tasks WHERE id <= 2000;
    INSERT INTO task_hosts (task_id, host_id, ip, name, outcome, finished_at)
      SELECT 1, id, '', '', iif(id % 100, 'done', 'failed'), 5 FROM hosts WHERE id > 1;`);
}
