import type { Sqlite } from '../../database/sqlite.js';
import type { StoreFindings } from '../../vulnerabilities/findings/results.store.js';
import {
  hostFailureText,
  finalText,
  queuedText,
  finalStatus,
  type OutcomeCounts,
} from './messages.js';
import { MAX_CRASHES, type WaitingHost } from './task.js';
import { createStoreOutcome, type StoredOutcome } from '../outcomes.store.js';

export interface QueuedTask {
  id: number;
  task_type: string;
  params: string | null;
  hosts_total: number;
  hosts_done: number;
  percent: number;
}

/** Why the hosts of a task that have no outcome get one without being worked on. */
export interface ForcedOutcome {
  outcome: 'stopped' | 'failed';
  reason: string;
  detail: string;
}

const PAGE = 64;
const CLOSE_CHUNK = 2_000;
const TEXTS = 50;
const CRASHED = `The service died ${MAX_CRASHES} times while it worked on this host, so it was given up.`;

/** The statements of the engine. Each is to be run inside a transaction of this database. */
export function createEngineStore(sqlite: Sqlite, storeFindings?: StoreFindings) {
  return {
    ...queueStatements(sqlite),
    ...hostStatements(sqlite, storeFindings),
    ...endStatements(sqlite),
  };
}

export type EngineStore = ReturnType<typeof createEngineStore>;

function queueStatements(sqlite: Sqlite) {
  const next = sqlite.prepare<[number, number], QueuedTask>(
    "SELECT id, task_type, params, hosts_total, hosts_done, percent FROM tasks WHERE status = 'working' AND id > ? ORDER BY id LIMIT ?",
  );
  const ids = sqlite.prepare<[number, number], { id: number; state: string }>(
    "SELECT id, state FROM tasks WHERE status = 'working' AND id > ? ORDER BY id LIMIT ?",
  );
  const working = sqlite.prepare<[], { n: number }>(
    "SELECT count(*) AS n FROM tasks WHERE status = 'working'",
  );
  const stopping = sqlite.prepare<[], { id: number }>(
    "SELECT id FROM tasks WHERE status = 'working' AND stop_requested = 1",
  );
  const progress = sqlite.prepare(
    "UPDATE tasks SET percent = max(percent, ?), state = ?, updated_at = ? WHERE id = ? AND status = 'working'",
  );
  const text = sqlite.prepare(
    "UPDATE tasks SET state = ?, updated_at = ? WHERE id = ? AND status = 'working'",
  );
  return {
    /** the next tasks in the round of ids after `after`, leaving out those that have a place */
    queued(after: number, active: ReadonlySet<number>, count: number): QueuedTask[] {
      const some = (from: number) =>
        next.all(from, count + active.size).filter((t) => !active.has(t.id));
      const rows = some(after);
      if (rows.length >= count || after === 0) return rows.slice(0, count);
      return [...rows, ...some(0).filter((t) => t.id <= after)].slice(0, count);
    },
    workingCount: () => working.get()?.n ?? 0,
    stopRequests: () => stopping.all().map((row) => row.id),
    saveProgress: (id: number, percent: number, state: string, now: number) =>
      void progress.run(percent, state, now, id),
    /** tells the first of the queue their place; who stands farther back hears it later */
    saveQueueTexts(after: number, active: ReadonlySet<number>, now: number): void {
      const some = (from: number) =>
        ids.all(from, TEXTS + active.size).filter((t) => !active.has(t.id));
      const round = [
        ...some(after),
        ...(after === 0 ? [] : some(0).filter((t) => t.id <= after)),
      ].slice(0, TEXTS);
      round.forEach((t, place) => {
        if (t.state !== queuedText(place)) text.run(queuedText(place), now, t.id);
      });
    },
  };
}

function hostStatements(sqlite: Sqlite, storeFindings?: StoreFindings) {
  const page = sqlite.prepare<[number, number], WaitingHost>(
    `SELECT host_id, ip, name, crashes FROM task_hosts WHERE task_id = ? AND host_id > ? AND outcome IS NULL ORDER BY host_id LIMIT ${PAGE}`,
  );
  const mark = sqlite.prepare(
    'UPDATE task_hosts SET started_at = ? WHERE task_id = ? AND host_id = ?',
  );
  const begun = sqlite.prepare(
    'UPDATE tasks SET started_at = @now, state = @state, updated_at = @now WHERE id = @id AND started_at IS NULL',
  );
  const release = sqlite.prepare(
    'UPDATE task_hosts SET started_at = NULL, crashes = 0 WHERE task_id = ? AND host_id = ? AND outcome IS NULL',
  );
  const done = sqlite.prepare(
    'UPDATE tasks SET hosts_done = hosts_done + 1, percent = max(percent, ?), updated_at = ? WHERE id = ?',
  );
  const storeOutcome = createStoreOutcome(sqlite, storeFindings);
  return {
    /** the next hosts without an outcome after this host id; fewer than a page are the last */
    page: (taskId: number, after: number) => {
      const rows = page.all(taskId, after);
      return { rows, last: rows.length < PAGE };
    },
    /** the mark that tells, after a crash, what was being worked on */
    markStarted: (taskId: number, hostId: number, now: number) =>
      void mark.run(now, taskId, hostId),
    markBegun: (id: number, state: string, now: number) => void begun.run({ id, state, now }),
    releaseHost: (taskId: number, hostId: number) => void release.run(taskId, hostId),
    storeOutcome: (o: StoredOutcome, now: number) => storeOutcome(o, now),
    addDone: (taskId: number, percent: number, now: number) => void done.run(percent, now, taskId),
  };
}

function endStatements(sqlite: Sqlite) {
  const close =
    sqlite.prepare(`UPDATE task_hosts SET outcome = @outcome, reason = @reason, detail = @detail, finished_at = @now WHERE task_id = @taskId AND host_id IN
    (SELECT host_id FROM task_hosts WHERE task_id = @taskId AND outcome IS NULL LIMIT ${CLOSE_CHUNK})`);
  const tally = sqlite.prepare<[number], OutcomeCounts>(
    'SELECT outcome, count(*) AS count FROM task_hosts WHERE task_id = ? GROUP BY outcome ORDER BY count(*) DESC',
  );
  const example = sqlite.prepare<[number], { ip: string; detail: string | null }>(
    'SELECT ip, detail FROM task_hosts WHERE task_id = ? ORDER BY detail IS NULL, host_id LIMIT 1',
  );
  const finish =
    sqlite.prepare(`UPDATE tasks SET status = @status, percent = CASE @status WHEN 'completed' THEN 100 ELSE min(percent, 99) END, state = @state, error = @error,
    started_at = coalesce(started_at, @now), finished_at = @now, updated_at = @now WHERE id = @id AND status = 'working'`);
  const crashed =
    sqlite.prepare(`UPDATE task_hosts SET crashes = crashes + 1, started_at = CASE WHEN crashes + 1 >= ${MAX_CRASHES} THEN started_at END,
    outcome = CASE WHEN crashes + 1 >= ${MAX_CRASHES} THEN 'failed' END, reason = CASE WHEN crashes + 1 >= ${MAX_CRASHES} THEN 'crashed' END,
    detail = CASE WHEN crashes + 1 >= ${MAX_CRASHES} THEN '${CRASHED}' END, finished_at = CASE WHEN crashes + 1 >= ${MAX_CRASHES} THEN @now END
    WHERE outcome IS NULL AND started_at IS NOT NULL AND task_id = @taskId`);
  const recount = sqlite.prepare(
    'UPDATE tasks SET hosts_done = (SELECT count(*) FROM task_hosts WHERE task_id = @taskId AND outcome IS NOT NULL) WHERE id = @taskId',
  );
  const workingIds = sqlite.prepare<[], { id: number }>(
    "SELECT id FROM tasks WHERE status = 'working'",
  );
  return {
    /** gives some of the hosts without an outcome this one; false when none was left */
    closeSome: (taskId: number, closing: ForcedOutcome, now: number) =>
      close.run({ taskId, ...closing, now }).changes > 0,
    /** writes the end of a task whose hosts all have their outcome */
    finish(id: number, end: { stopped: boolean; error: string | null }, now: number): void {
      const tallies = tally.all(id);
      const status = finalStatus(tallies, end.stopped);
      const error =
        end.error ?? (status === 'failed' ? hostFailureText(tallies, example.get(id)) : null);
      finish.run({ id, status, state: finalText(status, tallies), error, now });
    },
    /**
     * after a start: counts the crash for every host that was being worked on, and gives up those that
     * reached the limit
     */
    countCrashes(now: number): void {
      for (const { id: taskId } of workingIds.all())
        if (crashed.run({ taskId, now }).changes > 0) recount.run({ taskId });
    },
  };
}
