import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../database/database.js';
import { writeTransaction } from '../../database/write-transaction.js';
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
}

export interface DeliveryWorker {
  /** Looks for messages to send now and every second. */
  begin(): void;
  /** Starts no further attempt, and waits a moment for the running ones. */
  close(): Promise<void>;
}

const POLL_MS = 1000;
const ATTEMPT_MS = 20_000;
const CLOSE_MS = 2000;

/**
 * Sends messages: one at a time for each channel, so that a slow receiver delays no other one. All state is in the
 * tables. An attempt that was not recorded, because the process was killed, is made again under the same id.
 */
export function createDeliveryWorker(deps: DeliveryWorkerDeps): DeliveryWorker {
  const closing = new AbortController();
  const lanes = new Map<number, Promise<void>>();
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
    const lane = runLane(deps, channelId, closing.signal, isStopped)
      .catch((err: unknown) => {
        deps.log.error({ err, channelId }, 'notifications are delayed; retrying');
      })
      .finally(() => lanes.delete(channelId));
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
      clearTimeout(abort);
    },
  };
}

/** Sends the messages of one channel that are due, one after the other. */
async function runLane(
  deps: DeliveryWorkerDeps,
  channelId: number,
  closing: AbortSignal,
  isStopped: () => boolean,
): Promise<void> {
  while (!isStopped()) {
    const row = deps.statements.findDue(channelId, deps.now());
    if (!row) return;
    await attempt(deps, row, closing);
  }
}

async function attempt(
  deps: DeliveryWorkerDeps,
  row: ReadyRow,
  closing: AbortSignal,
): Promise<void> {
  const recording = createRecording(deps, row.id, closing);
  const signal = AbortSignal.any([closing, AbortSignal.timeout(ATTEMPT_MS)]);
  const result = await deps.send(row, { now: deps.now(), signal, onAccepted: recording.start });
  if (result === null || (closing.aborted && !result.ok)) return; // made again after the next start
  if (result.ok) return recording.finish(result.error);
  deps.log.warn({ deliveryId: row.id, error: result.error }, 'notification was not delivered');
  await untilStored(deps, closing, () => recordFailure(deps, row, result));
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
function createRecording(deps: DeliveryWorkerDeps, id: number, closing: AbortSignal) {
  const { database, statements, now } = deps;
  const record = (): void => statements.markSent(id, now());
  let recorded: Promise<boolean> | null = null;
  // Never rejects: it is called by the connection to the receiver.
  const recordAtOnce = async (): Promise<boolean> => {
    try {
      if (database.sqlite.inTransaction) await writeTransaction(database, record);
      else record();
      return true;
    } catch {
      return false;
    }
  };
  const start = (): void => {
    recorded ??= recordAtOnce();
  };
  return {
    start,
    async finish(warning: string | null): Promise<void> {
      start();
      const isRecorded = await recorded;
      if (isRecorded === true && warning === null) return;
      await untilStored(deps, closing, () =>
        writeTransaction(database, () => {
          if (isRecorded !== true) record();
          if (warning !== null) statements.setWarning(id, warning);
        }),
      );
    },
  };
}

async function recordFailure(
  { database, statements, now }: DeliveryWorkerDeps,
  { id, attempts, created_at: createdAt }: ReadyRow,
  { error, retryAfter }: SendResult,
): Promise<void> {
  const next = nextAttempt({ attempts: attempts + 1, createdAt, now: now() }, retryAfter);
  await writeTransaction(database, () => {
    statements.markFailed({ id, error: error ?? '', nextAttemptAt: next.at });
  });
}
