import type { Sqlite } from '../database/sqlite.js';
import { groupBy } from '../lib/collections.js';
import type { LoginRole } from '../tokens/tokens.js';
import { createStartStatements, type StartGroup } from './tasks.start.statements.js';
import type { TaskTrigger } from './tasks.table.js';

/** @internal */
export interface StartRequest {
  template_id: number;
  trigger: TaskTrigger;
  /** the due time of a scheduled start (Unix seconds), otherwise null */
  scheduled_for: number | null;
  /** of who starts the task; logins have at most the rights of the template, too */
  login_role: LoginRole;
}

/**
 * Why a task was not started. `overlap` (scheduled starts only): the template's previous task is still
 * running. `already_started`: there is a task for this due time.
 */
export type StartRefusal =
  'no_template' | 'no_hosts' | 'too_many_hosts' | 'overlap' | 'already_started';
type StartResult = { task_id: number } | { refused: StartRefusal };
export type StartTasks = (requests: readonly StartRequest[], now: number) => StartResult[];

const QUEUED_TEXT = 'Queued: waiting for a free slot';

/** Returns a number such as `TASK-00042`, with at least five digits. */
export const taskNumber = (id: number): string => `TASK-${String(id).padStart(5, '0')}`;

interface IndexedRequest extends StartRequest {
  index: number;
}
interface AcceptedRequest extends IndexedRequest {
  hosts: number;
}

/**
 * Creates the only entry point for starting tasks: for users, the creation of a template, the schedule
 * and the command line. The hosts of a template and of its groups are resolved here, at the start.
 *
 * The returned function returns the results in the order of the requests. Call it inside a transaction of
 * this database (the raw handle shares its connection), with at most one request per template, and wake
 * the engine after the commit.
 * @param maxHosts maximum number of hosts of a task
 */
export function createStartTasks(sqlite: Sqlite, maxHosts: number): StartTasks {
  const statements = createStartStatements(sqlite);
  return (requests, now) => {
    if (!sqlite.inTransaction) throw new Error('startTasks was called outside a transaction');
    const results: StartResult[] = requests.map(() => ({ refused: 'no_template' }));
    const accepted: AcceptedRequest[] = [];
    const indexed = requests.map((request, index) => ({ ...request, index }));
    for (const group of groupBy(indexed, requestKey)) {
      statements.check(toStartGroup(group)).forEach(({ refused, hosts }, i) => {
        const request = group[i];
        const refusal = refused ?? refuseHosts(hosts, maxHosts);
        if (request && refusal) results[request.index] = { refused: refusal };
        else if (request) accepted.push({ ...request, hosts });
      });
    }
    for (const group of groupBy(accepted, (a) => `${requestKey(a)} ${a.hosts}`)) {
      const columns = { hosts: group[0]?.hosts ?? 0, state: QUEUED_TEXT, now };
      const last = statements.insert(toStartGroup(group), group.length, columns);
      const first = last - group.length + 1;
      group.forEach(({ index }, i) => {
        results[index] = { task_id: first + i };
      });
    }
    return results;
  };
}

const requestKey = (r: StartRequest): string => `${r.trigger} ${r.scheduled_for} ${r.login_role}`;

const toStartGroup = (group: readonly StartRequest[]): StartGroup => ({
  ids: JSON.stringify(group.map((r) => r.template_id)),
  trigger: group[0]?.trigger,
  due: group[0]?.scheduled_for,
  role: group[0]?.login_role,
});

function refuseHosts(hosts: number, maxHosts: number): StartRefusal | null {
  if (hosts === 0) return 'no_hosts';
  return hosts > maxHosts ? 'too_many_hosts' : null;
}
