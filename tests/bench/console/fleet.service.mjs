// A service in a process of its own, on a fleet: 10,000 hosts with 150,000 findings of 10,000 vulnerabilities and 600
// packages each, 300 templates, one with a chain of 200 tasks, 1,000 agents in one batch of operations. Sends
// {url, token, code} to its parent and answers its messages. Ends with its parent.
import { withFleet } from '../fleet-support.mjs';

const HOSTS = Number(process.env.BENCH_HOSTS ?? 10_000);
const NOW = Math.floor(Date.now() / 1000);
const DAY = 86_400;

const numbers = (count) =>
  `(WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${count}) SELECT n FROM c)`;

/** What the findings of `fleet-support.mjs` lack: packages, templates, a chain, agents, history. */
function seed(sqlite) {
  const operation = (count) => `INSERT INTO agent_operations
    (host_id, action, os_family, credential_id, dry_run, status, step, message, created_at, updated_at, batch_id)
    SELECT id, 'install', 'linux', 1, 0, 'working', 'connect', '', ${NOW}, ${NOW}, 1 FROM hosts WHERE id <= ${count}`;
  sqlite.exec(`
    INSERT INTO packages (key, format, name, version, architecture, source, source_version)
      SELECT randomblob(16), 'dpkg', 'package-' || n, '1.2-' || n, 'amd64', 'source-' || (n / 2), '1.2-' || n
      FROM ${numbers(600)};
    INSERT INTO host_packages (host_id, package_id)
      SELECT h.id, p.id FROM hosts h, packages p;
    INSERT INTO agent_batches (id, action, credential_id, dry_run, hosts, created_at)
      VALUES (1, 'install', 1, 0, 1000, ${NOW});
    INSERT INTO agents (host_id, os_family, version, installed_at, last_seen)
      SELECT id, 'linux', '0.0.' || (id % 3), 5, ${NOW} - id FROM hosts WHERE id <= 1000;
    ${operation(1000)};
    INSERT INTO templates (id, name, type, created_at, updated_at)
      SELECT n, 'template ' || n, 'agentInventory', 0, 0 FROM ${numbers(300)};
    INSERT INTO schedules (template_id, unit, recurrence, start_time, enabled)
      SELECT n, iif(n % 5, 3, 1), 1, ${NOW - 90 * DAY} + n, 0 FROM ${numbers(300)};
    INSERT INTO tasks (templates_id, task_type, status, state, "trigger", hosts_total, created_at, updated_at, started_at, finished_at)
      SELECT 1, 'agentInventory', 'completed', '', 'schedule', 1, t, t, t, t + 60
      FROM (SELECT ${NOW - 200 * DAY} + n * ${DAY} AS t FROM ${numbers(200)});
    INSERT INTO task_hosts (task_id, host_id, ip, name, outcome, finished_at)
      SELECT id, 1 + id % 100, '', '', 'done', finished_at FROM tasks;
    INSERT OR REPLACE INTO finding_days
      SELECT ${Math.floor(NOW / DAY)} - n, 0, iif(n % 2, 'target', 'knowledge'), 10 + n % 7, 5 + n % 11 FROM ${numbers(90)};
    INSERT OR REPLACE INTO fleet_days
      SELECT ${Math.floor(NOW / DAY)} - n, 0, ${HOSTS}, ${HOSTS - 50}, 0, 30 + n % 9, 18000 + n, 37000 + n, 56000 + n, 37000 - n, 0, 0
      FROM ${numbers(90)};`);
}

/** Stores `count` events of the batch, 1,000 a second, and moves its operations. */
async function burst({ ctx }, count) {
  const { sqlite } = ctx.database;
  const STEPS = ['connect', 'authenticate', 'inspect', 'upload', 'start', 'verify'];
  const move = sqlite.prepare(
    'UPDATE agent_operations SET step = ?, status = ?, updated_at = ? WHERE batch_id = 1 AND host_id = ?',
  );
  const start = performance.now();
  for (let i = 0; i < count; i += 50) {
    const events = sqlite.transaction(() =>
      Array.from({ length: 50 }, (_, k) => {
        const host = 1 + ((i + k) % 1000);
        const isLast = i + k >= count - 1000;
        const step = isLast ? 'clean_up' : STEPS[Math.floor(((i + k) * 6) / count)];
        move.run(step, isLast ? 'completed' : 'working', NOW, host);
        return ctx.events.append({
          event: `agent.install.${isLast ? 'completed' : 'progress'}`,
          time: NOW,
          operation_id: host,
          host_id: host,
          action: 'install',
          step,
          percent: 50,
          message: step,
          error: null,
        });
      }),
    )();
    ctx.events.publish(events);
    ctx.eventStream.wake();
    const due = start + i + 50;
    if (due > performance.now())
      await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
  }
  return performance.now() - start;
}

/** Publishes `count` events of progress of a task. */
function taskEvents({ ctx }, count) {
  for (let i = 0; i < count; i += 1)
    ctx.eventStream.announce({
      event: 'task.progress',
      task_id: 1,
      template_id: 1,
      percent: i % 100,
      state: '10.0.0.1: done',
    });
}

await withFleet({ hosts: HOSTS, findings: 15, facts: 10_000 }, async (service) => {
  const { ctx } = service;
  seed(ctx.database.sqlite);
  const code = () => ctx.sessions.issueCode({ id: null, role: 'admin' }, 'admin').code;
  const answers = {
    code,
    burst: (count) => burst(service, count),
    events: (count) => taskEvents(service, count),
  };
  process.on('message', async ({ id, ask, value }) => {
    process.send({ id, answer: await answers[ask](value) });
  });
  process.send({
    id: 'ready',
    answer: { url: service.url, token: service.token },
  });
  await new Promise((resolve) => process.once('disconnect', resolve));
});
