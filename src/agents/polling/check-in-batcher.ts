import { setImmediate as turn } from 'node:timers/promises';
import type { BaseLogger } from 'pino';
import type { Database } from '../../database/database.js';
import { writeTransaction } from '../../database/write-transaction.js';
import type { Clock } from '../../platform/clock.js';
import type { AgentStatements, CheckIn } from '../agents.repository.js';

/** Agents ask at least this often, seconds. */
export const POLL_SECONDS = 60;
/** Who was not heard of for so long is offline: three check-ins were missed. */
export const OFFLINE_AFTER_SECONDS = 3 * POLL_SECONDS;
// After a start, or when the clock jumped, nobody is offline before all had their turn: agents that lost the server pause for up to 300 s.
const QUIET_SECONDS = 310;
const JUMP_SECONDS = 30;
const AT_ONCE = 100;

export interface CheckInBatcher {
  record(hostId: number, version: string | null): void;
  /** writes what was noted, and finds who has fallen silent; to be called about once a second */
  flush(): Promise<void>;
  /** how long an agent that holds no poll may be waited for, ms; 0: it is offline. Null: the host has no agent */
  reconnectTimeoutMs(hostId: number): number | null;
}

/** Gathers check-ins and writes them together: ten thousand agents are one transaction a second, not hundreds. */
export function createCheckInBatcher({
  database,
  store,
  clock,
  log,
  comeBackMs,
}: {
  database: Database;
  store: AgentStatements;
  clock: Clock;
  log: BaseLogger;
  comeBackMs: number;
}): CheckInBatcher {
  const noted = new Map<number, CheckIn>();
  let judgedUpTo = 0;
  let beatAt = -Infinity;
  let quietUntil = Infinity;

  async function write(): Promise<void> {
    while (noted.size > 0) {
      const some = [...noted].slice(0, AT_ONCE);
      await writeTransaction(database, () => {
        for (const [hostId, checkIn] of some) store.checkedIn(hostId, checkIn);
      });
      for (const [hostId, checkIn] of some) if (noted.get(hostId) === checkIn) noted.delete(hostId);
      await turn(); // others have their turn
    }
  }

  async function judge(): Promise<void> {
    const now = clock.now();
    if (Math.abs(now - beatAt) > JUMP_SECONDS) quietUntil = now + QUIET_SECONDS;
    beatAt = now;
    const upTo = now - OFFLINE_AFTER_SECONDS;
    if (now < quietUntil || upTo <= judgedUpTo) return;
    await writeTransaction(database, () => store.fellSilent(judgedUpTo, upTo));
    judgedUpTo = upTo;
  }

  return {
    record: (hostId, version) => {
      noted.set(hostId, {
        at: clock.now(),
        version: version ?? noted.get(hostId)?.version ?? null,
      });
    },
    async flush() {
      try {
        await write();
        await judge();
      } catch (err) {
        log.warn({ err }, 'check-ins of agents could not be written; the next second tries again');
      }
    },
    reconnectTimeoutMs(hostId) {
      const agent = store.agentInForce(hostId);
      if (!agent) return null;
      const now = clock.now();
      const seen = noted.get(hostId)?.at ?? agent.last_seen ?? 0;
      if (agent.status === 'online' && now < quietUntil)
        return Math.max(comeBackMs, (Math.min(quietUntil, now + QUIET_SECONDS) - now) * 1000);
      return now - seen <= OFFLINE_AFTER_SECONDS ? comeBackMs : 0;
    },
  };
}
