import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { BaseLogger } from 'pino';
import { appendChange, appendCount, type ChangeLog } from '../../database/changes/change-events.js';
import type { Database } from '../../database/database.js';
import { writeTransaction } from '../../database/write-transaction.js';
import type { Clock } from '../../platform/clock.js';
import type { AgentStatements, CheckIn } from '../agents.statements.js';

/** Agents poll at least this often, seconds. */
export const POLL_SECONDS = 60;
/** An agent is offline after this many seconds of silence: three missed check-ins. */
const OFFLINE_AFTER_SECONDS = 3 * POLL_SECONDS;
/**
 * After a start or a clock jump, no agent is marked offline for this long: agents that lost the server
 * pause for up to 300 s.
 */
const GRACE_SECONDS = 310;
const CLOCK_JUMP_SECONDS = 30;
const BATCH_SIZE = 100;

interface CheckInBatcherDeps {
  database: Database;
  statements: AgentStatements;
  /** receives which hosts come online or go offline */
  eventStream: ChangeLog;
  clock: Clock;
  log: BaseLogger;
  /** how long an agent may take to reconnect after its poll ended, ms */
  reconnectMs: number;
}

export interface CheckInBatcher {
  record(hostId: number, version: string | null): void;
  /**
   * Writes the recorded check-ins and marks silent agents as offline. Call it about once a second;
   * never rejects.
   */
  flush(): Promise<void>;
  /**
   * Returns how long to wait for an agent without an open poll, ms; 0: it is offline; null: the host
   * has no agent.
   */
  reconnectTimeoutMs(hostId: number): number | null;
}

/**
 * Collects check-ins and writes them in batches: ten thousand agents need one transaction a second, not
 * hundreds.
 */
export function createCheckInBatcher(deps: CheckInBatcherDeps): CheckInBatcher {
  const { statements, clock, log, reconnectMs } = deps;
  const pending = new Map<number, CheckIn>();
  const presence = createOfflineCheck(deps);
  return {
    record(hostId, version) {
      const known = pending.get(hostId)?.version ?? null;
      pending.set(hostId, { at: clock.now(), version: version ?? known });
    },
    async flush() {
      try {
        await writeCheckIns(deps, pending);
        await presence.markOffline();
      } catch (err) {
        log.warn({ err }, 'failed to save check-ins; retrying');
      }
    },
    reconnectTimeoutMs(hostId) {
      const agent = statements.findVerifiedAgent(hostId);
      if (!agent) return null;
      const now = clock.now();
      const graceSeconds = presence.remainingGrace(now);
      if (agent.status === 'online' && graceSeconds > 0)
        return Math.max(reconnectMs, graceSeconds * 1000);
      const lastSeen = pending.get(hostId)?.at ?? agent.last_seen ?? 0;
      return now - lastSeen <= OFFLINE_AFTER_SECONDS ? reconnectMs : 0;
    },
  };
}

async function writeCheckIns(
  { database, statements, eventStream }: CheckInBatcherDeps,
  pending: Map<number, CheckIn>,
): Promise<void> {
  while (pending.size > 0) {
    const batch = [...pending].slice(0, BATCH_SIZE);
    await writeTransaction(database, () => {
      const online = batch
        .filter(([hostId, checkIn]) => statements.recordCheckIn(hostId, checkIn))
        .map(([hostId]) => hostId);
      appendChange(eventStream, 'host.updated', online);
    });
    for (const [hostId, checkIn] of batch)
      if (pending.get(hostId) === checkIn) pending.delete(hostId);
    await yieldToEventLoop();
  }
}

function createOfflineCheck({ database, statements, eventStream, clock }: CheckInBatcherDeps) {
  /** agents last seen up to here were checked (Unix seconds) */
  let checkedUpTo = 0;
  let lastCheckAt = -Infinity;
  let graceUntil = Infinity;
  return {
    async markOffline(): Promise<void> {
      const now = clock.now();
      if (Math.abs(now - lastCheckAt) > CLOCK_JUMP_SECONDS) {
        graceUntil = now + GRACE_SECONDS;
        checkedUpTo = 0;
        await writeTransaction(database, () => statements.correctLastSeen(now));
      }
      lastCheckAt = now;
      const upTo = now - OFFLINE_AFTER_SECONDS;
      if (now < graceUntil || upTo <= checkedUpTo) return;
      await writeTransaction(database, () => {
        const count = statements.markSilentOffline(checkedUpTo, upTo);
        appendCount(eventStream, 'host.updated', count);
      });
      checkedUpTo = upTo;
    },
    /** Returns the rest of the grace period, seconds; 0 outside of it. */
    remainingGrace: (now: number): number =>
      now < graceUntil ? Math.min(graceUntil - now, GRACE_SECONDS) : 0,
  };
}
