import type { Logger } from 'pino';
import type { Database } from '../database/database.js';
import { exclusively } from '../database/exclusively.js';
import type { Clock } from '../outside/clock.js';
import type { Judge } from './facts.js';
import type { JudgeHost } from './judge-host.js';
import type { Refresh } from './refresh.js';

interface Parts { database: Database; judge: Pick<Judge, 'generation'>; judgeHost: JudgeHost; refresh: Refresh; clock: Clock; log: Pick<Logger, 'error' | 'info'> }

/** Judges all hosts when the knowledge changed. */
export interface Fleet {
  /** Resolves when the findings of every host are by the knowledge as it is now. Rejects with KnowledgeError when that can't be read. */
  judgeFleet: () => Promise<void>;
  /** goes on with what the end of the last service cut off */
  begin: () => void;
  /** ends what is under way; the next start goes on with it */
  close: () => Promise<void>;
}

const BEHIND = `SELECT h.id FROM hosts h LEFT JOIN host_judgements j ON j.host_id = h.id WHERE h.id > @after AND (j.generation IS NULL OR j.generation <> @generation)
  AND (j.generation IS NOT NULL OR EXISTS (SELECT 1 FROM inventories WHERE host_id = h.id) OR EXISTS (SELECT 1 FROM services WHERE host_id = h.id)) ORDER BY h.id LIMIT 64`;
const SLICE_MS = 10;
const VULNERABILITIES = 100;

export function createFleet(parts: Parts): Fleet {
  let isClosing = false;
  let last: Promise<void> = Promise.resolve();
  const judgeFleet = (): Promise<void> => {
    const mine = last.catch(() => undefined).then(() => judgeAll(parts, () => isClosing));
    last = mine;
    return mine;
  };
  return {
    judgeFleet,
    begin: () => void judgeFleet().catch((err: unknown) => { parts.log.error({ err }, 'the fleet could not be judged'); }),
    close: async () => {
      isClosing = true;
      await last.catch(() => undefined);
    },
  };
}

async function judgeAll(parts: Parts, stop: () => boolean): Promise<void> {
  const { database, refresh, log, clock } = parts;
  const start = clock.monotonicMs();
  const hosts = await judgeHostsBehind(parts, stop);
  if (hosts === 0) return;
  for (let after: string | null = ''; after !== null && !stop();) {
    const from: string = after;
    after = await exclusively(database, () => refresh(from, VULNERABILITIES));
    await turn();
  }
  log.info({ hosts, ms: Math.round(clock.monotonicMs() - start) }, 'the fleet was judged');
}

/** In short transactions, each host whole; gives how many there were. */
async function judgeHostsBehind({ database, judge, judgeHost, clock }: Parts, stop: () => boolean): Promise<number> {
  const behind = database.sqlite.prepare<[{ after: number; generation: number }], number>(BEHIND).pluck();
  let [judged, after] = [0, 0];
  for (let isLast = false; !isLast && !stop(); await turn()) {
    isLast = await exclusively(database, () => {
      const start = clock.monotonicMs();
      const hosts = behind.all({ after, generation: judge.generation() });
      for (const host of hosts) {
        judgeHost(host, null, clock.now());
        judged += 1;
        after = host;
        if (clock.monotonicMs() - start > SLICE_MS) break;
      }
      return hosts.length === 0;
    });
  }
  return judged;
}

const turn = (): Promise<void> => new Promise((resolve) => { setImmediate(resolve); });
