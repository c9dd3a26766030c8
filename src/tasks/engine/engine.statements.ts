import type { Sqlite } from '../../database/sqlite.js';
import type { LoginRole } from '../../tokens/tokens.js';
import type { TaskHost } from '../task-type.js';
import type { TaskStatus } from '../tasks.table.js';
import { CRASHED_DETAIL, MAX_CRASHES, type OutcomeCount } from './messages.js';

export interface QueuedTask {
  id: number;
  template_id: number;
  task_type: string;
  params: string | null;
  hosts_total: number;
  hosts_done: number;
  percent: number;
  login_role: LoginRole;
}

/** The shown columns of an unfinished task. */
type QueuedState = Pick<QueuedTask, 'id' | 'template_id' | 'percent'> & { state: string };

export interface WaitingHost extends TaskHost {
  crashes: number;
}

/** The stored progress of a host. */
export interface StoredProgress {
  /** share of the work that was reported, 0 to 1 */
  fraction: number;
  /** what the task type continues from */
  state: Uint8Array;
}

/** An outcome for the hosts of a task that were not processed. */
export interface ForcedOutcome {
  outcome: 'stopped' | 'failed';
  reason: string;
  detail: string;
}

/** The final columns of a task. */
interface FinalState {
  status: Exclude<TaskStatus, 'working'>;
  state: string;
  error: string | null;
}

type FinishedTask = Pick<QueuedTask, 'template_id' | 'percent'>;

const HOST_PAGE_SIZE = 64;
const CLOSE_BATCH_SIZE = 2_000;

const QUEUED_TASKS = `SELECT id, templates_id AS template_id, task_type, params, hosts_total, hosts_done, percent, login_role FROM tasks
  WHERE status = 'working' AND id > ? ORDER BY id LIMIT ?`;
const QUEUED_STATES =
  "SELECT id, templates_id AS template_id, percent, state FROM tasks WHERE status = 'working' AND id > ? ORDER BY id LIMIT ?";
const COUNT_WORKING = "SELECT count(*) FROM tasks WHERE status = 'working'";
const STOP_REQUESTS = "SELECT id FROM tasks WHERE status = 'working' AND stop_requested = 1";
const SAVE_PROGRESS =
  "UPDATE tasks SET percent = max(percent, ?), state = ?, updated_at = ? WHERE id = ? AND status = 'working'";
const SAVE_STATE = "UPDATE tasks SET state = ?, updated_at = ? WHERE id = ? AND status = 'working'";

const WAITING_HOSTS = `SELECT host_id, ip, name, crashes FROM task_hosts
  WHERE task_id = ? AND host_id > ? AND outcome IS NULL ORDER BY host_id LIMIT ${HOST_PAGE_SIZE}`;
const MARK_HOST_STARTED = 'UPDATE task_hosts SET started_at = ? WHERE task_id = ? AND host_id = ?';
const MARK_TASK_STARTED =
  'UPDATE tasks SET started_at = @now, state = @state, updated_at = @now WHERE id = @id AND started_at IS NULL';
const RELEASE_HOST =
  'UPDATE task_hosts SET started_at = NULL, crashes = 0 WHERE task_id = ? AND host_id = ? AND outcome IS NULL';
const ADD_DONE =
  'UPDATE tasks SET hosts_done = hosts_done + 1, percent = max(percent, ?), updated_at = ? WHERE id = ?';

const FIND_PROGRESS = 'SELECT fraction, state FROM host_progress WHERE task_id = ? AND host_id = ?';
const SAVE_HOST_STATE = `INSERT INTO host_progress (task_id, host_id, fraction, state) VALUES (?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET fraction = excluded.fraction, state = excluded.state`;
const SAVE_HOST_FRACTION =
  'UPDATE host_progress SET fraction = ? WHERE task_id = ? AND host_id = ?';
const DELETE_HOST_PROGRESS = 'DELETE FROM host_progress WHERE task_id = ? AND host_id = ?';
const DELETE_TASK_PROGRESS = 'DELETE FROM host_progress WHERE task_id = ?';

const CLOSE_HOSTS = `UPDATE task_hosts SET outcome = @outcome, reason = @reason, detail = @detail, finished_at = @now
  WHERE task_id = @taskId AND host_id IN
    (SELECT host_id FROM task_hosts WHERE task_id = @taskId AND outcome IS NULL LIMIT ${CLOSE_BATCH_SIZE})`;
const COUNT_OUTCOMES =
  'SELECT outcome, count(*) AS count FROM task_hosts WHERE task_id = ? GROUP BY outcome ORDER BY count(*) DESC';
const FAILURE_EXAMPLE =
  'SELECT ip, detail FROM task_hosts WHERE task_id = ? ORDER BY detail IS NULL, host_id LIMIT 1';
const FINISH = `UPDATE tasks SET status = @status, state = @state, error = @error,
  percent = CASE @status WHEN 'completed' THEN 100 ELSE min(percent, 99) END,
  started_at = coalesce(started_at, @now), finished_at = @now, updated_at = @now
  WHERE id = @id AND status = 'working' RETURNING templates_id AS template_id, percent`;

const IS_SKIPPED = `crashes + 1 >= ${MAX_CRASHES}`;
const COUNT_CRASHES = `UPDATE task_hosts SET crashes = crashes + 1,
  started_at = CASE WHEN ${IS_SKIPPED} THEN started_at END,
  outcome = CASE WHEN ${IS_SKIPPED} THEN 'failed' END,
  reason = CASE WHEN ${IS_SKIPPED} THEN 'crashed' END,
  detail = CASE WHEN ${IS_SKIPPED} THEN '${CRASHED_DETAIL}' END,
  finished_at = CASE WHEN ${IS_SKIPPED} THEN @now END
  WHERE outcome IS NULL AND started_at IS NOT NULL AND task_id = @taskId`;
const RECOUNT_DONE = `UPDATE tasks SET hosts_done =
  (SELECT count(*) FROM task_hosts WHERE task_id = @taskId AND outcome IS NOT NULL) WHERE id = @taskId`;
const WORKING_IDS = "SELECT id FROM tasks WHERE status = 'working'";

/** Statements of the task engine, prepared once. They run inside a transaction of this database. */
export function createEngineStatements(sqlite: Sqlite) {
  return {
    ...createQueueStatements(sqlite),
    ...createHostStatements(sqlite),
    ...createProgressStatements(sqlite),
    ...createCompletionStatements(sqlite),
  };
}

export type EngineStatements = ReturnType<typeof createEngineStatements>;

function createQueueStatements(sqlite: Sqlite) {
  const queuedTasks = sqlite.prepare<[number, number], QueuedTask>(QUEUED_TASKS);
  const queuedStates = sqlite.prepare<[number, number], QueuedState>(QUEUED_STATES);
  const countWorking = sqlite.prepare<[], number>(COUNT_WORKING).pluck();
  const stopRequests = sqlite.prepare<[], number>(STOP_REQUESTS).pluck();
  const saveProgress = sqlite.prepare(SAVE_PROGRESS);
  const saveState = sqlite.prepare(SAVE_STATE);
  return {
    /** Returns unfinished tasks with ids after `after`, also those that run. */
    listTasks: (after: number, limit: number) => queuedTasks.all(after, limit),
    /** Returns ids and states of the same tasks. */
    listStates: (after: number, limit: number) => queuedStates.all(after, limit),
    countWorking: () => countWorking.get() ?? 0,
    listStopRequests: () => stopRequests.all(),
    /** Returns whether the task is still working. */
    saveProgress: (id: number, percent: number, state: string, now: number) =>
      saveProgress.run(percent, state, now, id).changes > 0,
    /** Returns whether the task is still working. */
    saveState: (id: number, state: string, now: number) =>
      saveState.run(state, now, id).changes > 0,
  };
}

function createHostStatements(sqlite: Sqlite) {
  const waitingHosts = sqlite.prepare<[number, number], WaitingHost>(WAITING_HOSTS);
  const markHostStarted = sqlite.prepare(MARK_HOST_STARTED);
  const markTaskStarted = sqlite.prepare(MARK_TASK_STARTED);
  const releaseHost = sqlite.prepare(RELEASE_HOST);
  const addDone = sqlite.prepare(ADD_DONE);
  return {
    /** Returns the next page of hosts without an outcome after this host id. */
    pageOfHosts(taskId: number, after: number): { hosts: WaitingHost[]; isLast: boolean } {
      const hosts = waitingHosts.all(taskId, after);
      return { hosts, isLast: hosts.length < HOST_PAGE_SIZE };
    },
    /** Marks a host as in progress: after a crash, the marked hosts are counted. */
    markHostStarted: (taskId: number, hostId: number, now: number) =>
      void markHostStarted.run(now, taskId, hostId),
    /** Returns false if the task was started before. */
    markTaskStarted: (id: number, state: string, now: number) =>
      markTaskStarted.run({ id, state, now }).changes > 0,
    /** Removes the mark of a host that was aborted by a shutdown. */
    releaseHost: (taskId: number, hostId: number) => void releaseHost.run(taskId, hostId),
    addDone: (taskId: number, percent: number, now: number) =>
      void addDone.run(percent, now, taskId),
  };
}

function createProgressStatements(sqlite: Sqlite) {
  const find = sqlite.prepare<[number, number], StoredProgress>(FIND_PROGRESS);
  const saveState = sqlite.prepare(SAVE_HOST_STATE);
  const saveFraction = sqlite.prepare(SAVE_HOST_FRACTION);
  const deleteOne = sqlite.prepare(DELETE_HOST_PROGRESS);
  const deleteAll = sqlite.prepare(DELETE_TASK_PROGRESS);
  return {
    /** Returns the progress of a host that was in progress when the service ended. */
    findHostProgress: (taskId: number, hostId: number): StoredProgress | null =>
      find.get(taskId, hostId) ?? null,
    saveHostState: (taskId: number, hostId: number, { fraction, state }: StoredProgress) =>
      void saveState.run(taskId, hostId, fraction, state),
    saveHostFraction: (taskId: number, hostId: number, fraction: number) =>
      void saveFraction.run(fraction, taskId, hostId),
    deleteHostProgress: (taskId: number, hostId: number) => void deleteOne.run(taskId, hostId),
    deleteTaskProgress: (taskId: number) => void deleteAll.run(taskId),
  };
}

function createCompletionStatements(sqlite: Sqlite) {
  const closeHosts = sqlite.prepare(CLOSE_HOSTS);
  const countOutcomes = sqlite.prepare<[number], OutcomeCount>(COUNT_OUTCOMES);
  const failureExample = sqlite.prepare<[number], { ip: string; detail: string | null }>(
    FAILURE_EXAMPLE,
  );
  const finish = sqlite.prepare<[object], FinishedTask>(FINISH);
  const countCrashes = sqlite.prepare(COUNT_CRASHES);
  const recountDone = sqlite.prepare(RECOUNT_DONE);
  const workingIds = sqlite.prepare<[], number>(WORKING_IDS).pluck();
  return {
    /** Sets this outcome for a batch of hosts without one. Returns false if none was left. */
    closeHosts: (taskId: number, forced: ForcedOutcome, now: number) =>
      closeHosts.run({ taskId, ...forced, now }).changes > 0,
    countOutcomes: (id: number) => countOutcomes.all(id),
    /** Returns a host with a detail, if there is one. */
    findFailureExample: (id: number) => failureExample.get(id),
    /** Returns undefined if the task was finished before. */
    finish: (id: number, final: FinalState, now: number) => finish.get({ id, ...final, now }),
    /** Counts the crash for every host that was in progress, and fails those that reached the limit. */
    countCrashes(now: number): void {
      for (const taskId of workingIds.all())
        if (countCrashes.run({ taskId, now }).changes > 0) recountDone.run({ taskId });
    },
  };
}
