import type { Logger } from 'pino';
import type { Database } from '../../database/database.js';
import type { Clock } from '../../platform/clock.js';
import type { Matcher } from '../facts.js';
import type { FactStore } from '../findings/facts.store.js';
import type { FactGc } from '../gc/facts.gc.js';
import { RULES_VERSION } from '../rules-version.js';
import { createBatchWriter } from './apply-batch.js';
import { prepareStaleHostCount } from './rematch.statements.js';
import { createRematch, type RematchFleet } from './start-worker.js';

interface FleetRematchDeps {
  database: Database;
  knowledgeFile: string;
  matcher: Pick<Matcher, 'generation'>;
  facts: FactStore;
  factGc: Pick<FactGc, 'withFactsPinned'>;
  clock: Clock;
  log: Pick<Logger, 'error' | 'info'>;
  rematch?: RematchFleet;
  /** called in the transaction that changes the findings of a host */
  onHostMatched?: (hostId: number) => void;
}

/** Matches all hosts again after the vulnerability database changed. */
export interface FleetRematch {
  /**
   * Resolves when the findings of every host are those of the newest generation. Rejects with KnowledgeError if the
   * vulnerability database cannot be read.
   */
  rematchFleet: () => Promise<void>;
  /** Continues a rematch that the last shutdown interrupted, and starts one after an upgrade that changed the rules. */
  begin: () => void;
  /** Stops a rematch in progress; the next start continues it. */
  close: () => Promise<void>;
}

/**
 * To be called for each host whose findings or packages are stored otherwise: a rematch in progress is outdated for
 * it.
 */
export type OnHostStored = (hostId: number) => void;

// Each pass repeats the hosts that changed during the one before. Only a defect causes this many.
const MAX_PASSES = 20;

export function createFleetRematch(
  deps: FleetRematchDeps,
): FleetRematch & { onHostStored: OnHostStored } {
  const touched = new Set<number>();
  const rematchStaleHosts = createPasses(deps, touched);
  let isClosing = false;
  let last: Promise<void> = Promise.resolve();
  const rematchFleet = (): Promise<void> => {
    const current = last.catch(() => undefined).then(() => rematchStaleHosts(() => isClosing));
    last = current;
    return current;
  };
  return {
    rematchFleet,
    onHostStored: (hostId) => void touched.add(hostId),
    begin: () =>
      void rematchFleet().catch((err: unknown) => {
        deps.log.error({ err }, 'fleet re-evaluation failed');
      }),
    close: async () => {
      isClosing = true;
      await last.catch(() => undefined);
    },
  };
}

/** Returns a function that rematches until no host is stale. */
function createPasses(
  deps: FleetRematchDeps,
  touched: Set<number>,
): (stop: () => boolean) => Promise<void> {
  const { database, knowledgeFile, matcher, facts, factGc, clock, log } = deps;
  const { rematch = createRematch(), onHostMatched } = deps;
  const staleHosts = prepareStaleHostCount(database.sqlite);
  const job = { database: database.sqlite.name, knowledge: knowledgeFile };
  const hasStaleHosts = (): boolean =>
    (staleHosts.get({ generation: matcher.generation(), rules: RULES_VERSION }) ?? 0) > 0;

  return async (stop) => {
    const start = clock.monotonicMs();
    let hosts = 0;
    for (let pass = 0; !stop() && hasStaleHosts(); pass += 1) {
      if (pass === MAX_PASSES) throw new Error('hosts keep changing during re-evaluation');
      touched.clear();
      const isTouched = (host: number): boolean => touched.has(host);
      const applyBatch = createBatchWriter({
        database,
        facts,
        clock,
        isTouched,
        onHostMatched,
      });
      await factGc.withFactsPinned(() =>
        rematch(job, async (batch) => {
          hosts += await applyBatch(batch);
          return !stop();
        }),
      );
    }
    touched.clear();
    const ms = Math.round(clock.monotonicMs() - start);
    if (hosts > 0) log.info({ hosts, ms }, 'fleet re-evaluated');
  };
}
