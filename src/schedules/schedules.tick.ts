import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { BaseLogger } from 'pino';
import type { Database } from '../database/database.js';
import { writeTransaction } from '../database/write-transaction.js';
import { groupBy } from '../lib/collections.js';
import { singleFlight } from '../lib/single-flight.js';
import type { Clock } from '../platform/clock.js';
import { decideStart, type StartDecision } from './catch-up.js';
import { nextStart } from './recurrence.js';
import { toRule } from './schedules.rows.js';
import { createTickStatements, type TickStatements } from './schedules.tick.statements.js';
import {
  missedStarts,
  tickOutcome,
  type DueRow,
  type MissedStart,
  type ScheduledStartRequest as StartRequest,
  type StartScheduledTasks,
} from './tick-outcome.js';

export interface TickerDeps {
  database: Database;
  clock: Clock;
  /** IANA name of the time zone of days, weeks and months */
  zone: string;
  startTasks: StartScheduledTasks;
  /** called after the commit of new tasks */
  wake: () => void;
  /** called in the transaction that records due starts without a task */
  onMissed?: (missed: readonly MissedStart[], now: number) => void;
  log: BaseLogger;
}

export interface Ticker {
  /**
   * Starts the tasks that are due at `now` (Unix seconds). Call it once a second; a call during another
   * one joins it. Never rejects.
   */
  tick(now: number): Promise<void>;
  /** Returns false if the last tick failed: the database was not available. */
  isHealthy(): boolean;
  /** Waits for a running tick. */
  close(): Promise<void>;
}

const CHUNK = { minSize: 16, initialSize: 64, maxSize: 512, fastMs: 3, slowMs: 8 };

/**
 * Equal schedules are decided once per tick: schedules are often created together, and calendar
 * arithmetic is slow.
 */
type Decisions = Map<string, StartDecision>;

const WAIT: StartDecision = { action: 'wait' };

/**
 * Creates the ticker. Its only state is the time of its last tick. It processes schedules by due time in
 * chunks of one transaction: tasks, history and next due time are written together or not at all. Other
 * work runs between chunks.
 *
 * Clock jumps: forwards, starts were missed, and the catch-up rules decide. Backwards, starts that were
 * planned from a later time are planned again (otherwise a clock that was once years ahead would silence
 * a schedule for years); a due time that has started is not started again. The first tick plans again
 * too, because the clock or the time zone may have changed while the service was not running.
 */
export function createTicker(deps: TickerDeps): Ticker {
  const { database, clock, wake, log } = deps;
  const statements = createTickStatements(database.sqlite);
  let chunkSize = CHUNK.initialSize;
  let lastTick: number | null = null;
  let hasFailed = false;

  async function startDue(now: number): Promise<void> {
    const decisions: Decisions = new Map();
    let isFull = true;
    while (isFull) {
      const startedAt = clock.monotonicMs();
      const { due, started } = await writeTransaction(database, () =>
        startChunk(deps, statements, now, chunkSize, decisions),
      );
      if (started > 0) wake();
      isFull = due === chunkSize;
      chunkSize = nextChunkSize(chunkSize, clock.monotonicMs() - startedAt);
      if (isFull) await yieldToEventLoop();
    }
  }

  const tick = singleFlight(async (now: number): Promise<void> => {
    try {
      if (lastTick === null || now < lastTick) await planAgain(deps, statements, now);
      lastTick = now;
      await startDue(now);
      hasFailed = false;
    } catch (err) {
      hasFailed = true;
      log.error({ err }, 'failed to start due schedules; retrying');
    }
  });

  return { tick, isHealthy: () => !hasFailed, close: () => tick.settled() };
}

/**
 * Returns the size of the next chunk: as large as possible without blocking other work for more than a
 * few milliseconds.
 * @internal
 */
export function nextChunkSize(size: number, tookMs: number): number {
  if (tookMs > CHUNK.slowMs) return Math.max(CHUNK.minSize, Math.floor(size / 2));
  return tookMs < CHUNK.fastMs ? Math.min(CHUNK.maxSize, size * 2) : size;
}

function startChunk(
  { zone, startTasks, onMissed }: TickerDeps,
  statements: TickStatements,
  now: number,
  limit: number,
  known: Decisions,
): { due: number; started: number } {
  const rows = statements.listDue(now, limit);
  if (rows.length === 0) return { due: 0, started: 0 };
  const decisions = rows.map((row) => decide(row, now, zone, known));
  const requests = withoutStarted(toRequests(rows, decisions), statements);
  const results = startTasks(requests, now);
  const byTemplate = new Map(requests.map(({ template_id }, i) => [template_id, results[i]]));
  const outcomes = rows.map((row, i) => {
    const result = byTemplate.get(row.template_id) ?? null;
    return tickOutcome(row, decisions[i] ?? WAIT, result, now, zone);
  });
  statements.write(outcomes, now);
  onMissed?.(missedStarts(outcomes), now);
  return { due: rows.length, started: results.filter((r) => 'task_id' in r).length };
}

/** The task has the login rights of its template. */
const SCHEDULED = { trigger: 'schedule', login_role: 'admin' } as const;

function toRequests(rows: readonly DueRow[], decisions: readonly StartDecision[]): StartRequest[] {
  const requests: StartRequest[] = [];
  for (const [i, { template_id }] of rows.entries()) {
    const decision = decisions[i] ?? WAIT;
    if (decision.action === 'start')
      requests.push({ template_id, ...SCHEDULED, scheduled_for: decision.dueAt });
  }
  return requests;
}

/** Returns the requests without those whose start at this due time has already happened. */
function withoutStarted(requests: StartRequest[], statements: TickStatements): StartRequest[] {
  const started = new Set<number>();
  for (const group of groupBy(requests, (r) => String(r.scheduled_for))) {
    const templateIds = group.map(({ template_id }) => template_id);
    for (const id of statements.findStarted(group[0]?.scheduled_for ?? 0, templateIds))
      started.add(id);
  }
  if (started.size === 0) return requests;
  return requests.filter(({ template_id }) => !started.has(template_id));
}

function decide(row: DueRow, now: number, zone: string, known: Decisions): StartDecision {
  const key = `${row.unit} ${row.recurrence} ${row.start_time} ${row.local_time} ${row.end_time} ${row.scheduled_time}`;
  const decision = known.get(key) ?? decideStart(toRule(row), row.scheduled_time, now, zone);
  known.set(key, decision);
  return decision;
}

/** Computes the next start of every schedule that has none or a later one. */
async function planAgain(
  { database, zone }: TickerDeps,
  statements: TickStatements,
  now: number,
): Promise<void> {
  let after = 0;
  let isFull = true;
  while (isFull) {
    const rows = await writeTransaction(database, () => {
      const chunk = statements.listEnabledAfter(after, CHUNK.initialSize);
      const changes = chunk
        .filter((row) => row.scheduled_time === 0 || row.scheduled_time > now)
        .map((row) => ({ row, next: nextStart(toRule(row), now, zone) ?? 0 }))
        .filter(({ row, next }) => next !== row.scheduled_time);
      statements.plan(changes.map(({ row, next }) => ({ template_id: row.template_id, next })));
      return chunk;
    });
    after = rows.at(-1)?.template_id ?? after;
    isFull = rows.length === CHUNK.initialSize;
    await yieldToEventLoop();
  }
}
