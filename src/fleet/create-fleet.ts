import { existsSync } from 'node:fs';
import type { Config } from '../config.js';
import type { Database } from '../database/database.js';
import type { Knowledge } from '../knowledge/open-knowledge.js';
import { createWorkerClient, type WorkerClient } from '../lib/worker/client.js';
import { createLocalWorkerClient } from '../lib/worker/local-client.js';
import type { Clock } from '../platform/clock.js';
import type { FindingChanges } from '../vulnerabilities/finding-changes.js';
import type { Vulnerabilities } from '../vulnerabilities/create-vulnerabilities.js';
import { createFleetHandlers } from './fleet-handlers.js';
import type { AnyFleetRequest, FleetAnswers, FleetProtocol, FleetQuestion } from './messages.js';

interface FleetDeps {
  database: Pick<Database, 'sqlite'>;
  knowledge: Pick<Knowledge, 'file'>;
  vulnerabilities: Pick<Vulnerabilities, 'findingChanges'>;
  clock: Pick<Clock, 'now'>;
  config: Pick<Config, 'FEED_STALE_DAYS'>;
}

/** Answers questions about the whole fleet, in another thread. */
export interface FleetReader {
  /** Resolves to the answer, as of everything that is committed. */
  ask: <Q extends FleetQuestion>(
    question: Q,
    query: FleetAnswers[Q]['query'],
  ) => Promise<FleetAnswers[Q]['answer']>;
  close: () => Promise<void>;
}

const MAX_MEMORY_MB = 2048; // 10,000 hosts with 100 findings each take a tenth of it
const IDLE_MS = 15 * 60_000; // the next question reads the fleet again

const NO_CHANGES: FindingChanges = { isAll: false, hosts: [], vulnerabilities: [] };
/** These questions do not use the state of findings: changes are kept for others. */
const WITHOUT_STATE: ReadonlySet<FleetQuestion> = new Set(['coverage', 'task']);

/** The thread starts with the first question. @param url of the compiled worker; without it, this thread answers */
export function createFleet(
  { database, knowledge, vulnerabilities, clock, config }: FleetDeps,
  url = new URL('fleet.worker.js', import.meta.url),
): FleetReader {
  const client = createClient(url);
  let mustReadAll = false;
  const files = { database: database.sqlite.name, knowledge: knowledge.file };
  const takeChanges = (): FindingChanges => {
    const changes = vulnerabilities.findingChanges.take();
    const isAll = changes.isAll || mustReadAll;
    mustReadAll = false;
    return { ...changes, isAll };
  };
  return {
    async ask(question, query) {
      const changes = WITHOUT_STATE.has(question) ? NO_CHANGES : takeChanges();
      const time = { now: clock.now(), staleDays: config.FEED_STALE_DAYS };
      // The type of a request whose question is not known yet is not a union member.
      const request = { question, query, changes, files, ...time } as unknown as AnyFleetRequest;
      try {
        return await client.request(request);
      } catch (error) {
        mustReadAll = true; // the changes of this request may be lost
        throw error;
      }
    },
    close: () => client.close(),
  };
}

const createClient = (url: URL): WorkerClient<FleetProtocol> =>
  existsSync(url)
    ? createWorkerClient<FleetProtocol>({
        url,
        name: 'fleet',
        resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
        idleMs: IDLE_MS,
      })
    : createLocalWorkerClient<FleetProtocol>(createFleetHandlers());
