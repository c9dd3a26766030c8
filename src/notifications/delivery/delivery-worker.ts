import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../database/database.js';
import { writeTransaction } from '../../database/write-transaction.js';
import { withTimeLimit } from '../../lib/abort/time-limit.js';
import { singleFlight } from '../../lib/single-flight.js';
import type { DeliveryStatements, ReadyRow } from '../outbox/deliveries.statements.js';
import { nextAttempt } from './backoff.js';
import type { SendOptions, SendResult } from './send-result.js';

export interface DeliveryWorkerDeps {
  database: Database;
  statements: DeliveryStatements;
  /** Hands a message over. Null: its channel was deleted. Never rejects. */
  send: (row: ReadyRow, options: SendOptions) => Promise<SendResult | null>;
  /** Makes messages of the rows of the outbox, and of what time brings. */
  examine: () => Promise<void>;
  now: () => number;
  log: Pick<Logger, 'error' | 'warn'>;
  /** how long an attempt takes at most, and the sequence of its channel waits for it; default: 20 s */
  patienceMs?: number;
}

export interface DeliveryWorker {
  /** Looks for messages to send now and every second. */
  begin(): void;
  /** Starts no further attempt, and waits a moment for the running ones. */
  close(): Promise<void>;
}

const POLL_MS = 1000;
const PATIENCE_MS = 20_000;
const CLOSE_MS = 2000;
const MAX_WAITING = 4; // of a channel: mails that were submitted, whose answer takes longer

/** The attempts of a channel that have not ended, though the next message may be sent. */
type Waiting = Map<number, Promise<void>>;

/**
 * Sends messages: one at a time for each channel, so that a slow receiver delays no other one. A mail that was handed
 * over may be answered minutes later: it waits beside the sequence of its channel. All state is in the tables. An
 * attempt that was not recorded, because the process was killed, is made again under the same id.
 */
export function createDeliveryWorker(deps: DeliveryWorkerDeps): DeliveryWorker {
  const closing = new AbortController();
  const lanes = new Map<number, Promise<void>>();
  const waiting = new Map<number, Waiting>();
  let isClosing = false;
  let timer: NodeJS.Timeout | undefined;

  const isStopped = (): boolean => isClosing;
  const report = (err: unknown): void => {
    deps.log.error({ err }, 'notifications are delayed; retrying');
  };
  const examine = singleFlight(() => deps.examine().catch(report));

  function startLanes(): void {
    if (isClosing) return;
    try {
      for (const id of deps.statements.listDueChannels(deps.now())) startLane(id);
    } catch (err) {
      report(err);
    }
  }

  /** Reading a large diff takes a while: messages that are ready do not wait for it. */
  function pump(): void {
    startLanes();
    void examine().then(startLanes);
  }

  function startLane(channelId: number): void {
    if (lanes.has(channelId)) return;
    const beside = waiting.get(channelId) ?? new Map<number, Promise<void>>();
    waiting.set(channelId, beside);
    const lane = runLane(deps, channelId, { closing: closing.signal, isStopped, waiting: beside })
      .catch((err: unknown) => {
        deps.log.error({ err, channelId }, 'notifications are delayed; retrying');
      })
      .finally(() => {
        lanes.delete(channelId);
        if (beside.size === 0) waiting.delete(channelId);
      });
    lanes.set(channelId, lane);
  }

  return {
    begin() {
      pump();
      timer = setInterval(pump, POLL_MS).unref();
    },
    async close() {
      isClosing = true;
      clearInterval(timer);
      const abort = setTimeout(() => {
        closing.abort(new Error('the service is closing'));
      }, CLOSE_MS);
      await examine.settled();
      await Promise.all(lanes.values());
      await Promise.allSettled([...waiting.values()].flatMap((beside) => [...beside.values()]));
      clearTimeout(abort);
    },
  };
}

interface Lane {
  closing: AbortSignal;
  isStopped: () => boolean;
  waiting: Waiting;
}

/** Sends the messages of one channel that are due, one after the other. */
async function runLane(deps: DeliveryWorkerDeps, channelId: number, lane: Lane): Promise<void> {
  const { closing, isStopped, waiting } = lane;
  while (!isStopped() && waiting.size < MAX_WAITING) {
    const row = deps.statements.findDue(channelId, deps.now(), [...waiting.keys()]);
    if (!row) return;
    const ended = attempt(deps, row, closing).finally(() => waiting.delete(row.id));
    waiting.set(row.id, ended);
    await untilEndOrPatience(ended, deps.patienceMs);
  }
}

/** Waits for the end of an attempt, but not longer than an attempt may take before the message is submitted. */
async function untilEndOrPatience(ended: Promise<void>, ms = PATIENCE_MS): Promise<void> {
  const over = new AbortController();
  const patience = sleep(ms, undefined, { signal: over.signal }).catch(() => undefined);
  try {
    await Promise.race([ended, patience]);
  } finally {
    over.abort();
  }
}

async function attempt(
  deps: DeliveryWorkerDeps,
  row: ReadyRow,
  closing: AbortSignal,
): Promise<void> {
  const recording = createRecording(deps, row, closing);
  const result = await withTimeLimit(deps.patienceMs ?? PATIENCE_MS, closing, ({ signal }) =>
    deps.send(row, { now: deps.now(), signal, closing, onAccepted: recording.start }),
  );
  if (result === null || (closing.aborted && !result.ok)) return; // made again after the next start
  if (result.ok) return recording.finish(result);
  deps.log.warn({ deliveryId: row.id, error: result.error }, 'notification was not delivered');
  await untilStored(deps, closing, () =>
    writeTransaction(deps.database, () => {
      recordFailure(deps, row, result);
    }),
  );
}

const RETRY_MS = 1000;

/**
 * Repeats a write that fails, such as on a full disk: what was sent is not sent again meanwhile. It ends when the
 * service closes.
 */
async function untilStored(
  { log }: Pick<DeliveryWorkerDeps, 'log'>,
  closing: AbortSignal,
  write: () => Promise<void>,
): Promise<void> {
  while (!closing.aborted)
    try {
      return await write();
    } catch (err) {
      log.error({ err }, 'an attempt could not be recorded; retrying');
      await sleep(RETRY_MS, undefined, { signal: closing }).catch(() => undefined);
    }
}

/**
 * Records that a message was sent, as early as possible: if the process is killed between the answer and the record,
 * the message is sent again. Between transactions of others it is recorded in the same turn of the event loop.
 */
function createRecording(deps: DeliveryWorkerDeps, row: ReadyRow, closing: AbortSignal) {
  const { database } = deps;
  let recorded: Promise<boolean> | null = null;
  // Never rejects: it is called by the connection to the receiver.
  const recordAtOnce = async (record: () => void): Promise<boolean> => {
    try {
      if (database.sqlite.inTransaction) await writeTransaction(database, record);
      else record();
      return true;
    } catch {
      return false;
    }
  };
  const start = (left: readonly string[], error: string | null): void => {
    recorded ??= recordAtOnce(() => {
      recordAccepted(deps, row, left, error);
    });
  };
  return {
    start,
    async finish({ left = [], error }: SendResult): Promise<void> {
      start(left, error);
      if (await recorded) return;
      const record = (): void => {
        recordAccepted(deps, row, left, error);
      };
      await untilStored(deps, closing, () => writeTransaction(database, record));
    },
  };
}

/** Records that a message was taken; one that did not reach all recipients is tried again for those who are left. */
function recordAccepted(
  deps: DeliveryWorkerDeps,
  row: ReadyRow,
  left: readonly string[],
  error: string | null,
): void {
  if (left.length === 0) deps.statements.markSent(row.id, deps.now());
  else recordFailure(deps, row, { error, retryAfter: null, left });
}

/** Call it inside a transaction, or between those of others. */
function recordFailure(
  { statements, now }: DeliveryWorkerDeps,
  { id, attempts, first_attempt_at: firstAt }: ReadyRow,
  {
    error,
    retryAfter,
    left = null,
  }: Pick<SendResult, 'error' | 'retryAfter'> & { left?: readonly string[] | null },
): void {
  const { at } = nextAttempt({ attempts: attempts + 1, firstAt, now: now() }, retryAfter);
  statements.markFailed({ id, error: error ?? '', nextAttemptAt: at, left }, now());
}
