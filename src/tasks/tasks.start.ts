import type { Sqlite } from '../database/sqlite.js';
import type { TaskTrigger } from './tasks.table.js';

export interface StartRequest {
  template_id: number;
  trigger: TaskTrigger;
  /** the due time of a scheduled start (Unix seconds), else null */
  scheduled_for: number | null;
}

/** `overlap` (scheduled starts only): the template's previous task still works. `already_started`: this due time has its task. */
export type StartRefusal = 'no_template' | 'no_hosts' | 'too_many_hosts' | 'overlap' | 'already_started';
export type StartResult = { task_id: number } | { refused: StartRefusal };
export type StartTasks = (requests: readonly StartRequest[], now: number) => StartResult[];

export const QUEUED_TEXT = 'Queued: waiting for a free place';

/** `TASK-00042`: at least five digits. */
export const taskNumber = (id: number): string => `TASK-${String(id).padStart(5, '0')}`;

const HAS_GROUPS = 'EXISTS (SELECT 1 FROM template_groups WHERE template_id = t.id)';
const OWN_HOSTS = 'SELECT host_id FROM template_hosts WHERE template_id = t.id';
const GROUP_HOSTS = 'SELECT gh.host_id FROM template_groups tg JOIN group_hosts gh ON gh.group_id = tg.group_id WHERE tg.template_id = t.id';

// A request travels as a JSON array [template id, trigger, due time], so that thousands of them are one statement.
const CHECK = `
  SELECT CASE
    WHEN t.id IS NULL THEN 'no_template'
    WHEN j.value ->> 2 IS NOT NULL AND EXISTS (SELECT 1 FROM tasks WHERE templates_id = t.id AND scheduled_for = j.value ->> 2) THEN 'already_started'
    WHEN j.value ->> 1 = 'schedule' AND EXISTS (SELECT 1 FROM tasks WHERE templates_id = t.id AND status = 'working') THEN 'overlap'
  END AS refused,
  CASE WHEN ${HAS_GROUPS} THEN (SELECT count(*) FROM (${OWN_HOSTS} UNION ${GROUP_HOSTS})) ELSE (SELECT count(*) FROM (${OWN_HOSTS})) END AS hosts
  FROM json_each(?) j LEFT JOIN templates t ON t.id = j.value ->> 0 ORDER BY j.key`;

// AUTOINCREMENT numbers the rows of one INSERT in the order of its SELECT.
const INSERT_TASKS = `
  INSERT INTO tasks (templates_id, task_type, params, status, state, "trigger", scheduled_for, hosts_total, created_at, updated_at)
  SELECT t.id, t.type, t.params, 'working', @state, j.value ->> 1, j.value ->> 2, j.value ->> 3, @now, @now
  FROM json_each(@requests) j CROSS JOIN templates t ON t.id = j.value ->> 0 ORDER BY j.key`;

const INSERT_OWN_HOSTS = `
  INSERT INTO task_hosts (task_id, host_id, ip, name) SELECT k.id, h.id, h.ip, h.name
  FROM tasks k CROSS JOIN template_hosts th ON th.template_id = k.templates_id CROSS JOIN hosts h ON h.id = th.host_id
  WHERE k.id BETWEEN @first AND @last`;

const INSERT_GROUP_HOSTS = `
  INSERT OR IGNORE INTO task_hosts (task_id, host_id, ip, name) SELECT k.id, h.id, h.ip, h.name
  FROM tasks k CROSS JOIN template_groups tg ON tg.template_id = k.templates_id
  CROSS JOIN group_hosts gh ON gh.group_id = tg.group_id CROSS JOIN hosts h ON h.id = gh.host_id
  WHERE k.id BETWEEN @first AND @last`;

/**
 * The one entrance for starting tasks, whoever asks: a person, the creation of a template, the schedule, the command line.
 * The hosts of the template and of its groups are resolved here, at the start. The given function answers each request in its
 * place; it must be called inside a transaction of this database (the raw handle shares its connection), with at most one
 * request a template, and the engine be woken after the commit.
 * @param maxHosts how many hosts a task may have
 */
export function createStartTasks(sqlite: Sqlite, maxHosts: number): StartTasks {
  const check = sqlite.prepare<[string], { refused: StartRefusal | null; hosts: number }>(CHECK);
  const insertTasks = sqlite.prepare(INSERT_TASKS);
  const insertHosts = [sqlite.prepare(INSERT_OWN_HOSTS), sqlite.prepare(INSERT_GROUP_HOSTS)];
  return (requests, now) => {
    if (!sqlite.inTransaction) throw new Error('startTasks was called outside a transaction');
    const checked = check.all(asJson(requests)).map((c) => ({ ...c, refused: c.refused ?? refusedFor(c.hosts, maxHosts) }));
    const accepted = requests.flatMap((r, i) => (checked[i]?.refused ? [] : [[r.template_id, r.trigger, r.scheduled_for, checked[i]?.hosts]]));
    const last = accepted.length === 0 ? 0 : Number(insertTasks.run({ requests: JSON.stringify(accepted), state: QUEUED_TEXT, now }).lastInsertRowid);
    let next = last - accepted.length + 1;
    if (accepted.length > 0) for (const insert of insertHosts) insert.run({ first: next, last });
    return checked.map((c) => (c.refused ? { refused: c.refused } : { task_id: next++ }));
  };
}

const asJson = (requests: readonly StartRequest[]) => JSON.stringify(requests.map((r) => [r.template_id, r.trigger, r.scheduled_for]));

function refusedFor(hosts: number, maxHosts: number): StartRefusal | null {
  if (hosts === 0) return 'no_hosts';
  return hosts > maxHosts ? 'too_many_hosts' : null;
}
