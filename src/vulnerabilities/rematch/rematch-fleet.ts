import type { Logger } from 'pino';
import type { Database } from '../../database/database.js';
import type { Clock } from '../../platform/clock.js';
import type { Matcher } from '../facts.js';
import type { FactStore } from '../findings/facts.store.js';
import { withFactsPinned } from '../gc/facts.gc.js';
import { createBatchWriter } from './apply-batch.js';
import { countStaleHosts } from './stale-hosts.js';
import { createRematch, type RematchFleet } from './start-worker.js';

interface Parts {
  database: Database;
  knowledgeFile: string;
  matcher: Pick<Matcher, 'generation'>;
  facts: FactStore;
  clock: Clock;
  log: Pick<Logger, 'error' | 'info'>;
  sweep?: RematchFleet;
}

/** Judges all hosts when the knowledge changed. */
export interface FleetRematch {
  /** Resolves when the findings of every host are by the knowledge as it is now. Rejects with KnowledgeError when that can't be read. */
  rematchFleet: () => Promise<void>;
  /** goes on with what the end of the last service cut off */
  begin: () => void;
  /** ends what is under way; the next start goes on with it */
  close: () => Promise<void>;
}

/** To be told of each host whose findings or packages were stored by anybody else: what a sweep that began before says of it is old. */
export type OnHostStored = (hostId: number) => void;

// Each goes over what changed under the one before; so many only where something is wrong.
const MOST_SWEEPS = 20;

export function createFleetRematch(parts: Parts): FleetRematch & { touch: OnHostStored } {
  const touched = new Set<number>();
  let isClosing = false;
  let last: Promise<void> = Promise.resolve();
  const judgeFleet = (): Promise<void> => {
    const mine = last.catch(() => undefined).then(() => judgeAll(parts, touched, () => isClosing));
    last = mine;
    return mine;
  };
  return {
    rematchFleet: judgeFleet,
    touch: (hostId) => void touched.add(hostId),
    begin: () =>
      void judgeFleet().catch((err: unknown) => {
        parts.log.error({ err }, 'the fleet could not be judged');
      }),
    close: async () => {
      isClosing = true;
      await last.catch(() => undefined);
    },
  };
}

async function judgeAll(
  { database, knowledgeFile, matcher: judge, facts, clock, log, sweep = createRematch() }: Parts,
  touched: Set<number>,
  stop: () => boolean,
): Promise<void> {
  const start = clock.monotonicMs();
  let hosts = 0;
  for (let n = 0; !stop() && countStaleHosts(database.sqlite, judge.generation()) > 0; n += 1) {
    if (n === MOST_SWEEPS) throw new Error('the hosts changed faster than they could be judged');
    touched.clear();
    const apply = createBatchWriter({
      database,
      facts,
      clock,
      isTouched: (host) => touched.has(host),
    });
    await withFactsPinned(database.sqlite, () =>
      sweep({ database: database.sqlite.name, knowledge: knowledgeFile }, async (batch) => {
        hosts += await apply(batch);
        return !stop();
      }),
    );
  }
  touched.clear();
  if (hosts > 0)
    log.info({ hosts, ms: Math.round(clock.monotonicMs() - start) }, 'the fleet was judged');
}
