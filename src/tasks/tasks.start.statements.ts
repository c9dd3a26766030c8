import type { Sqlite } from '../database/sqlite.js';

// Equal requests (thousands of schedules due at one second) are one statement. Their template ids are one
// JSON array, and the rows are in its order. max() of two login roles is the lesser one: 'operator' > 'admin'.

const HAS_GROUPS = 'EXISTS (SELECT 1 FROM template_groups WHERE template_id = t.id)';
const OWN_HOSTS = 'SELECT host_id FROM template_hosts WHERE template_id = t.id';
const GROUP_HOSTS = `SELECT gh.host_id FROM template_groups tg JOIN group_hosts gh ON gh.group_id = tg.group_id
  WHERE tg.template_id = t.id`;

const CHECK = `
  SELECT CASE
    WHEN t.id IS NULL THEN 'no_template'
    WHEN @due IS NOT NULL AND EXISTS (SELECT 1 FROM tasks WHERE templates_id = t.id AND scheduled_for = @due) THEN 'already_started'
    WHEN @trigger = 'schedule' AND EXISTS (SELECT 1 FROM tasks WHERE templates_id = t.id AND status = 'working') THEN 'overlap'
  END AS refused,
  CASE WHEN ${HAS_GROUPS} THEN (SELECT count(*) FROM (${OWN_HOSTS} UNION ${GROUP_HOSTS})) ELSE (SELECT count(*) FROM (${OWN_HOSTS})) END AS hosts
  FROM json_each(@ids) j LEFT JOIN templates t ON t.id = j.value`;

const INSERT_TASKS = `
  INSERT INTO tasks (templates_id, task_type, params, status, state, "trigger", scheduled_for, hosts_total, created_at, updated_at, login_role)
  SELECT t.id, t.type, t.params, 'working', @state, @trigger, @due, @hosts, @now, @now, max(t.login_role, @role)
  FROM json_each(@ids) j CROSS JOIN templates t ON t.id = j.value`;

const INSERT_OWN_HOSTS = `
  INSERT INTO task_hosts (task_id, host_id, ip, name) SELECT k.id, h.id, h.ip, h.name
  FROM tasks k CROSS JOIN template_hosts th ON th.template_id = k.templates_id CROSS JOIN hosts h ON h.id = th.host_id
  WHERE k.id BETWEEN @first AND @last`;

const INSERT_GROUP_HOSTS = `
  INSERT OR IGNORE INTO task_hosts (task_id, host_id, ip, name) SELECT k.id, h.id, h.ip, h.name
  FROM tasks k CROSS JOIN template_groups tg ON tg.template_id = k.templates_id
  CROSS JOIN group_hosts gh ON gh.group_id = tg.group_id CROSS JOIN hosts h ON h.id = gh.host_id
  WHERE k.id BETWEEN @first AND @last`;

/** Equal start requests of several templates. `ids`: their ids as a JSON array. */
export interface StartGroup {
  ids: string;
  trigger: string | undefined;
  due: number | null | undefined;
  role: string | undefined;
}

/** Why a template cannot start, or null; and the number of its hosts. */
interface StartCheck {
  refused: 'no_template' | 'already_started' | 'overlap' | null;
  hosts: number;
}

/** Statements that start tasks, prepared once. They run inside a transaction of this database. */
export function createStartStatements(sqlite: Sqlite) {
  const check = sqlite.prepare<[StartGroup], StartCheck>(CHECK);
  const insertTasks = sqlite.prepare(INSERT_TASKS);
  const insertHosts = [sqlite.prepare(INSERT_OWN_HOSTS), sqlite.prepare(INSERT_GROUP_HOSTS)];
  return {
    /** Returns one row per template, in the order of the ids. */
    check: (group: StartGroup): StartCheck[] => check.all(group),
    /** Creates the tasks with their hosts, and returns the id of the last one. The ids are consecutive. */
    insert(
      group: StartGroup,
      count: number,
      columns: { hosts: number; state: string; now: number },
    ): number {
      const last = Number(insertTasks.run({ ...group, ...columns }).lastInsertRowid);
      const first = last - count + 1;
      for (const statement of insertHosts) statement.run({ first, last });
      return last;
    },
  };
}
