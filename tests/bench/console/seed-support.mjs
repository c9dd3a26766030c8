// Fills a database with what the console shows on a large fleet. The content is deterministic.
const DAY = 86_400;

const numbers = (count) =>
  `(WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${count}) SELECT n FROM c)`;

/**
 * Adds to the findings of `fleet-support.mjs`: packages, templates, a chain, agents, history.
 * `hosts`, `packages`: how many, of each host; `now`: seconds.
 */
export function seedConsole(sqlite, { hosts, packages, now }) {
  const operation = (count) => `INSERT INTO agent_operations
    (host_id, action, os_family, credential_id, dry_run, status, step, message, created_at, updated_at, batch_id)
    SELECT id, 'install', 'linux', 1, 0, 'working', 'connect', '', ${now}, ${now}, 1 FROM hosts WHERE id <= ${count}`;
  sqlite.exec(`
    INSERT INTO packages (key, format, name, version, architecture, source, source_version)
      SELECT randomblob(16), 'dpkg', 'package-' || n, '1.2-' || n, 'amd64', 'source-' || (n / 2), '1.2-' || n
      FROM ${numbers(packages)};
    INSERT INTO host_packages (host_id, package_id)
      SELECT h.id, p.id FROM hosts h, packages p;
    INSERT INTO agent_batches (id, action, credential_id, dry_run, hosts, created_at)
      VALUES (1, 'install', 1, 0, 1000, ${now});
    INSERT INTO agents (host_id, os_family, version, installed_at, last_seen)
      SELECT id, 'linux', '0.0.' || (id % 3), 5, ${now} - id FROM hosts WHERE id <= 1000;
    ${operation(1000)};
    INSERT INTO templates (id, name, type, created_at, updated_at)
      SELECT n, 'template ' || n, 'agentInventory', 0, 0 FROM ${numbers(300)};
    INSERT INTO schedules (template_id, unit, recurrence, start_time, enabled)
      SELECT n, iif(n % 5, 3, 1), 1, ${now - 90 * DAY} + n, 0 FROM ${numbers(300)};
    INSERT INTO tasks (templates_id, task_type, status, state, "trigger", hosts_total, created_at, updated_at, started_at, finished_at)
      SELECT 1, 'agentInventory', 'completed', '', 'schedule', 1, t, t, t, t + 60
      FROM (SELECT ${now - 200 * DAY} + n * ${DAY} AS t FROM ${numbers(200)});
    INSERT INTO task_hosts (task_id, host_id, ip, name, outcome, finished_at)
      SELECT id, 1 + id % 100, '', '', 'done', finished_at FROM tasks;
    INSERT OR REPLACE INTO finding_days
      SELECT ${Math.floor(now / DAY)} - n, 0, iif(n % 2, 'target', 'knowledge'), 10 + n % 7, 5 + n % 11 FROM ${numbers(90)};
    INSERT OR REPLACE INTO fleet_days
      SELECT ${Math.floor(now / DAY)} - n, 0, ${hosts}, ${hosts - 50}, 0, 30 + n % 9,
        18000 + n, 37000 + n, 56000 + n, 37000 - n, 0, 0
      FROM ${numbers(90)};`);
}
