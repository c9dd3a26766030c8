import { setImmediate as turn } from 'node:timers/promises';
import type { BaseLogger } from 'pino';
import type { Database } from '../database/database.js';
import { writeTransaction } from '../database/write-transaction.js';
import { groupBy } from '../lib/collections.js';
import type { Clock } from '../platform/clock.js';
import type { StartTasks } from '../tasks/tasks.start.js';
import { decideStart, type StartDecision } from './catch-up.js';
import { nextStart } from './recurrence.js';
import { tickOutcome, type DueRow } from './tick-outcome.js';
import { ruleOf } from './schedules.rows.js';
import { createTickStore, type TickStore } from './schedules.tick.store.js';

export interface TickerDeps {
  database: Database;
  clock: Clock;
  /** IANA name of the time zone in which days, weeks and months are counted */
  zone: string;
  startTasks: StartTasks;
  /** called after the commit of new tasks */
  wake: () => void;
  log: BaseLogger;
}

export interface Ticker {
  /**
   * Starts what is due at `now` (Unix seconds). To be called once a second; a call during another one
   * joins it. Never rejects.
   */
  tick(now: number): Promise<void>;
  /** false when the last tick failed: the database could not be used */
  isHealthy(): boolean;
  /** waits for a tick under way */
  close(): Promise<void>;
}

const CHUNK = { least: 16, first: 64, most: 512, quickMs: 3, slowMs: 8 };

/**
 * The ticker keeps nothing in memory but the time of its last tick. Schedules are taken by due time in
 * chunks, each chunk one
 * transaction: tasks, history and next due time are written together or not at all, and others have
 * their turn in between.
 *
 * Clock jumps: forwards, starts were missed, and the catch-up rules decide. Backwards, what was planned
 * from a time that has not
 * come yet is planned anew (else a clock that was once years ahead would silence a schedule for years);
 * a due time that was
 * started is not started again. The same is done at the first tick, for the clock or the time zone may
 * have changed
 * while the service was down.
 */
export function createTicker(options: TickerDeps): Ticker {
  const store = createTickStore(options.database.sqlite);
  let size = CHUNK.first;
  let last: number | null = null;
  let running: Promise<void> | null = null;
  let failed = false;

  async function run(now: number): Promise<void> {
    try {
      if (last === null || now < last) await planAnew(options, store, now);
      last = now;
      const known: Decisions = new Map();
      for (let full = true; full;) {
        const before = options.clock.monotonicMs();
        const { due, started } = await writeTransaction(options.database, () =>
          fireSome(options, store, now, size, known),
        );
        if (started > 0) options.wake();
        full = due === size;
        size = nextChunkSize(size, options.clock.monotonicMs() - before);
        if (full) await turn();
      }
      failed = false;
    } catch (err) {
      failed = true;
      options.log.error({ err }, 'due schedules could not be started; the next tick tries again');
    }
  }

  return {
    tick: (now) =>
      (running ??= run(now).finally(() => {
        running = null;
      })),
    isHealthy: () => !failed,
    close: async () => {
      await running;
    },
  };
}

/** Chunks as large as they can be without holding others up for more than a few milliseconds. */
export function nextChunkSize(size: number, tookMs: number): number {
  if (tookMs > CHUNK.slowMs) return Math.max(CHUNK.least, Math.floor(size / 2));
  return tookMs < CHUNK.quickMs ? Math.min(CHUNK.most, size * 2) : size;
}

function fireSome(
  { zone, startTasks }: TickerDeps,
  store: TickStore,
  now: number,
  limit: number,
  known: Decisions,
): { due: number; started: number } {
  const rows = store.due(now, limit);
  if (rows.length === 0) return { due: 0, started: 0 };
  const decisions = decideAll(rows, now, zone, known);
  const wanted = decisions.flatMap((d, i) =>
    d.action === 'start' ? [{ i, template_id: rows[i]?.template_id ?? 0, dueAt: d.dueAt }] : [],
  );
  const made = new Set(
    groupBy(wanted, (w) => String(w.dueAt)).flatMap((group) =>
      store.made(
        group[0]?.dueAt ?? 0,
        group.map((w) => w.template_id),
      ),
    ),
  );
  const starts = wanted.filter((w) => !made.has(w.template_id));
  const results = startTasks(
    starts.map((s) => ({
      template_id: s.template_id,
      trigger: 'schedule',
      scheduled_for: s.dueAt,
    })),
    now,
  );
  const byRow = new Map(starts.map((s, place) => [s.i, results[place] ?? null]));
  store.write(
    rows.flatMap((row, i) => {
      const d = decisions[i];
      return d ? [tickOutcome(row, d, byRow.get(i) ?? null, now, zone)] : [];
    }),
    now,
  );
  return { due: rows.length, started: results.filter((r) => 'task_id' in r).length };
}

type Decisions = Map<string, StartDecision>;

// Schedules made together are alike, and calendar arithmetic is slow: what is alike is decided once in a tick.
function decideAll(
  rows: readonly DueRow[],
  now: number,
  zone: string,
  known: Decisions,
): StartDecision[] {
  return rows.map((row) => {
    const key = `${row.unit} ${row.recurrence} ${row.start_time} ${row.end_time} ${row.scheduled_time}`;
    const decision = known.get(key) ?? decideStart(ruleOf(row), row.scheduled_time, now, zone);
    known.set(key, decision);
    return decision;
  });
}

async function planAnew(
  { database, zone }: TickerDeps,
  store: TickStore,
  now: number,
): Promise<void> {
  for (let after = 0, full = true; full; await turn()) {
    const rows = await writeTransaction(database, () => {
      const some = store.enabledAfter(after, CHUNK.first);
      const coming = some.filter((row) => row.scheduled_time === 0 || row.scheduled_time > now);
      const times = coming.map((row) => ({
        template_id: row.template_id,
        before: row.scheduled_time,
        next: nextStart(ruleOf(row), now, zone) ?? 0,
      }));
      store.plan(times.filter((t) => t.next !== t.before));
      return some;
    });
    after = rows.at(-1)?.template_id ?? after;
    full = rows.length === CHUNK.first;
  }
}
