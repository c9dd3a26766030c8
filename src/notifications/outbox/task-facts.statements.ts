import type { Sqlite } from '../../database/sqlite.js';
import { taskNumber } from '../../tasks/tasks.start.js';
import { MAX_MESSAGE_ENTRIES, type MessageTask } from '../message/message.js';
import type { HostList } from '../message/task-message.js';

interface TaskRow extends Omit<MessageTask, 'number_task'> {
  templates_id: number;
  template: string | null;
}

interface HostRow {
  host_id: number;
  ip: string;
  name: string;
  detail: string | null;
}

const TASK = `SELECT k.id, k.status, k.started_at, k.finished_at, k.hosts_total, k.error, k.templates_id,
  p.name AS template FROM tasks k LEFT JOIN templates p ON p.id = k.templates_id WHERE k.id = ? AND k.status <> 'working'`;
const HOSTS_OF_RULE = '(@hostIds IS NULL OR h.host_id IN (SELECT value FROM json_each(@hostIds)))';
const WITHOUT_RESULT = `FROM task_hosts h WHERE h.task_id = @taskId AND h.outcome <> 'done' AND h.unanswered = 0
  AND ${HOSTS_OF_RULE}`;
// Of the template's earlier tasks, the last one that tried the host: a task that was stopped before it says nothing.
const OUTCOME_BEFORE = `(SELECT b.outcome FROM task_hosts b JOIN tasks k ON k.id = b.task_id
  WHERE b.host_id = h.host_id AND b.task_id < @taskId AND b.outcome <> 'stopped'
    AND k.templates_id = @templateId AND k.status <> 'working' ORDER BY b.task_id DESC LIMIT 1)`;
const UNREACHABLE = `FROM task_hosts h WHERE h.task_id = @taskId AND h.outcome = 'unreachable' AND h.unanswered = 0
  AND ${HOSTS_OF_RULE} AND ${OUTCOME_BEFORE} IS NOT 'unreachable'`;
const COLUMNS = 'h.host_id, h.ip, h.name, h.detail';
const FIRST = `ORDER BY h.host_id LIMIT ${MAX_MESSAGE_ENTRIES}`;
const GROUP_HOSTS = `SELECT DISTINCT host_id FROM group_hosts WHERE group_id IN (SELECT value FROM json_each(?))`;

const TEMPLATE_HOSTS = `SELECT host_id FROM template_hosts WHERE template_id IN (SELECT value FROM json_each(@ids))
  UNION SELECT g.host_id FROM template_groups t JOIN group_hosts g ON g.group_id = t.group_id
    WHERE t.template_id IN (SELECT value FROM json_each(@ids))`;

/** Statements that read an ended task for its message, on the connection for reading. */
export function createTaskFactsStatements(sqlite: Sqlite) {
  const task = sqlite.prepare<[number], TaskRow>(TASK);
  const groupHosts = sqlite.prepare<[string], number>(GROUP_HOSTS).pluck();
  const templateHosts = sqlite.prepare<[object], number>(TEMPLATE_HOSTS).pluck();
  const createList = (from: string) => {
    const count = sqlite.prepare<[object], number>(`SELECT count(*) ${from}`).pluck();
    const first = sqlite.prepare<[object], HostRow>(`SELECT ${COLUMNS} ${from} ${FIRST}`);
    return (values: object): HostList => ({
      count: count.get(values) ?? 0,
      first: first.all(values),
    });
  };
  const withoutResult = createList(WITHOUT_RESULT);
  const unreachable = createList(UNREACHABLE);
  return {
    /** Returns an ended task and its template; undefined: it was deleted. */
    findTask(id: number) {
      const row = task.get(id);
      if (!row) return undefined;
      const { templates_id: templateId, template, ...rest } = row;
      return {
        task: { ...rest, number_task: taskNumber(id) } satisfies MessageTask,
        template: { id: templateId, name: template ?? `template ${templateId} (deleted)` },
      };
    },
    /** Returns hosts of the task. @param hostIds null: all */
    readHosts(taskId: number, templateId: number, hostIds: readonly number[] | null) {
      const ids = hostIds && JSON.stringify(hostIds);
      return {
        withoutResult: withoutResult({ taskId, hostIds: ids }),
        unreachable: unreachable({ taskId, hostIds: ids, templateId }),
      };
    },
    hostsOfTemplates: (ids: readonly number[]) => templateHosts.all({ ids: JSON.stringify(ids) }),
    hostsOfGroups: (groupIds: readonly number[]) => groupHosts.all(JSON.stringify(groupIds)),
  };
}
