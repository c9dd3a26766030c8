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
// Not the ones that the template's previous task did not reach either.
const UNREACHABLE = `FROM task_hosts h WHERE h.task_id = @taskId AND h.outcome = 'unreachable' AND h.unanswered = 0
  AND ${HOSTS_OF_RULE} AND NOT EXISTS (SELECT 1 FROM task_hosts b WHERE b.task_id = @previousId
    AND b.host_id = h.host_id AND b.outcome = 'unreachable')`;
const COLUMNS = 'h.host_id, h.ip, h.name, h.detail';
const FIRST = `ORDER BY h.host_id LIMIT ${MAX_MESSAGE_ENTRIES}`;
const PREVIOUS = `SELECT max(id) FROM tasks WHERE templates_id = @templateId AND id < @taskId AND status <> 'working'`;
const GROUP_HOSTS = `SELECT DISTINCT host_id FROM group_hosts WHERE group_id IN (SELECT value FROM json_each(?))`;

/** Statements that read an ended task for its message, on the connection for reading. */
export function createTaskFactsStatements(sqlite: Sqlite) {
  const task = sqlite.prepare<[number], TaskRow>(TASK);
  const previous = sqlite.prepare<[object], number | null>(PREVIOUS).pluck();
  const groupHosts = sqlite.prepare<[string], number>(GROUP_HOSTS).pluck();
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
      const previousId = previous.get({ templateId, taskId }) ?? null;
      return {
        withoutResult: withoutResult({ taskId, hostIds: ids }),
        unreachable: unreachable({ taskId, hostIds: ids, previousId }),
      };
    },
    hostsOfGroups: (groupIds: readonly number[]) => groupHosts.all(JSON.stringify(groupIds)),
  };
}
