import { groupBy } from '../lib/collections.js';
import type { Sqlite } from '../database/sqlite.js';
import type { TaskTrigger } from './tasks.table.js';

export interface StartRequest {
  template_id: number;
  trigger: TaskTrigger;
  /** the due time of a scheduled start (Unix seconds), else null */
  scheduled_for: number | null;
}

/**
 * `overlap` (scheduled starts only): the template's previous task still works. `already_started`: this
 * due time has its task.
 */
export type StartRefusal =
  'no_template' | 'no_hosts' | 'too_many_hosts' | 'overlap' | 'already_started';
export type StartResult = { task_id: number } | { refused: StartRefusal };
export type StartTasks = (requests: readonly StartRequest[], now: number) => StartResult[];

export const QUEUED_TEXT = 'Queued: waiting for a free place';

/** `TASK-00042`: at least five digits. */
export const taskNumber = (id: number): string => `TASK-${String(id).padStart(5, '0')}`;

const HAS_GROUPS = 'EXISTS (SELECT 1 FROM template_groups WHERE template_id = t.id)';
const OWN_HOSTS = 'SELECT host_id FROM template_hosts WHERE template_id = t.id';
const GROUP_HOSTS =
  'SELECT gh.host_id FROM template_groups tg JOIN group_hosts gh ON gh.group_id = tg.group_id WHERE tg.template_id = t.id';

// Requests that are alike (thousands of schedules due at one second) are one statement; their template
// ids travel as a JSON array,
// whose rows come in its order.
const CHECK = `
  SELECT CASE
    WHEN t.id IS NULL THEN 'no_template'
    WHEN @due IS NOT NULL AND EXISTS (SELECT 1 FROM tasks WHERE templates_id = t.id AND scheduled_for = @due) THEN 'already_started'
    WHEN @trigger = 'schedule' AND EXISTS (SELECT 1 FROM tasks WHERE templates_id = t.id AND status = 'working') THEN 'overlap'
  END AS refused,
  CASE WHEN ${HAS_GROUPS} THEN (SELECT count(*) FROM (${OWN_HOSTS} UNION ${GROUP_HOSTS})) ELSE (SELECT count(*) FROM (${OWN_HOSTS})) END AS hosts
  FROM json_each(@ids) j LEFT JOIN templates t ON t.id = j.value`;

const INSERT_TASKS = `
  INSERT INTO tasks (templates_id, task_type, params, status, state, "trigger", scheduled_for, hosts_total, created_at, updated_at)
  SELECT t.id, t.type, t.params, 'working', @state, @trigger, @due, @hosts, @now, @now
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

/**
 * The one entrance for starting tasks, whoever asks: a person, the creation of a template, the
 * schedule, the command line.
 * The hosts of the template and of its groups are resolved here, at the start. The given function
 * answers each request in its
 * place; it must be called inside a transaction of this database (the raw handle shares its
 * connection), with at most one
 * request a template, and the engine be woken after the commit.
 * @param maxHosts how many hosts a task may have
 */
export function createStartTasks(sqlite: Sqlite, maxHosts: number): StartTasks {
  const check = createCheck(sqlite, maxHosts);
  const insert = createInsert(sqlite);
  return (requests, now) => {
    if (!sqlite.inTransaction) throw new Error('startTasks was called outside a transaction');
    const results: StartResult[] = requests.map(() => ({ refused: 'no_template' }));
    const accepted: Accepted[] = [];
    for (const group of groupBy(
      requests.map((request, place) => ({ ...request, place })),
      alike,
    )) {
      check(group).forEach(({ refused, hosts }, i) => {
        const placed = group[i];
        if (placed && refused) results[placed.place] = { refused };
        else if (placed) accepted.push({ ...placed, hosts });
      });
    }
    for (const { place, task_id } of insert(accepted, now)) results[place] = { task_id };
    return results;
  };
}

interface Placed extends StartRequest {
  place: number;
}
interface Accepted extends Placed {
  hosts: number;
}

const alike = (r: StartRequest): string => `${r.trigger} ${r.scheduled_for}`;
const bound = (group: readonly StartRequest[]) => ({
  ids: JSON.stringify(group.map((r) => r.template_id)),
  trigger: group[0]?.trigger,
  due: group[0]?.scheduled_for,
});

function createCheck(sqlite: Sqlite, maxHosts: number) {
  const check = sqlite.prepare<[object], { refused: StartRefusal | null; hosts: number }>(CHECK);
  return (group: readonly Placed[]) =>
    check
      .all(bound(group))
      .map(({ refused, hosts }) => ({ hosts, refused: refused ?? refusedFor(hosts, maxHosts) }));
}

function createInsert(sqlite: Sqlite) {
  const tasks = sqlite.prepare(INSERT_TASKS);
  const hosts = [sqlite.prepare(INSERT_OWN_HOSTS), sqlite.prepare(INSERT_GROUP_HOSTS)];
  return (accepted: readonly Accepted[], now: number): { place: number; task_id: number }[] =>
    groupBy(accepted, (a) => `${alike(a)} ${a.hosts}`).flatMap((group) => {
      const last = Number(
        tasks.run({ ...bound(group), hosts: group[0]?.hosts, state: QUEUED_TEXT, now })
          .lastInsertRowid,
      );
      const first = last - group.length + 1; // ids of one INSERT follow each other
      for (const insert of hosts) insert.run({ first, last });
      return group.map(({ place }, i) => ({ place, task_id: first + i }));
    });
}

function refusedFor(hosts: number, maxHosts: number): StartRefusal | null {
  if (hosts === 0) return 'no_hosts';
  return hosts > maxHosts ? 'too_many_hosts' : null;
}
