import type { Logger } from 'pino';
import type { Database } from '../database/database.js';
import type { Knowledge } from '../knowledge/open-knowledge.js';
import { KnowledgeError, wrapKnowledgeErrors } from '../knowledge/errors.js';
import type { Clock } from '../platform/clock.js';
import type { CheckInfo } from '../pentest/checks/check.js';
import { createExploitationReader } from './matching/exploitation.js';
import type { Matcher } from './facts.js';
import { createFactStore } from './findings/facts.store.js';
import { createFindingsStore } from './findings/findings.store.js';
import { createFleetRematch, type FleetRematch } from './rematch/rematch-fleet.js';
import { createHostMatcher, type MatchHost } from './findings/match-host.js';
import { createHostStates, type HostState } from './matching/packages/host-packages.js';
import { createStoreFindings, type StoreFindings } from './findings/results.store.js';

interface VulnerabilityDeps {
  database: Database;
  knowledge: Knowledge;
  matcher: Matcher;
  clock: Clock;
  log: Pick<Logger, 'error' | 'info'>;
  checkInfo: (id: string) => CheckInfo | null;
}

/** What the service knows to be wrong with its hosts, kept up to date. */
export interface Vulnerabilities extends FleetRematch {
  matchHost: MatchHost;
  storeFindings: StoreFindings;
  /** what the packages of a host are judged from, for `judgeHost` after it was changed; undefined: no inventory of it is stored */
  stateOf: (hostId: number) => HostState | undefined;
}

/**
 * Wires the parts that judge and store. Where the knowledge can't be read nothing is judged and what was found before stays: a finding must never seem mended because nobody could look.
 */
export function createVulnerabilities({
  database,
  knowledge,
  matcher: judge,
  clock,
  log,
  checkInfo,
}: VulnerabilityDeps): Vulnerabilities {
  const { sqlite } = database;
  const exploited = wrapKnowledgeErrors(createExploitationReader(knowledge));
  const facts = createFactStore(sqlite, exploited);
  const findings = createFindingsStore(sqlite);
  const judgeHost = createHostMatcher({ sqlite, matcher: judge, facts, findings });
  const storeFindings = createStoreFindings({ sqlite, matcher: judge, facts, findings, checkInfo });
  const { touch, ...fleet } = createFleetRematch({
    database,
    knowledgeFile: knowledge.file,
    matcher: judge,
    facts,
    clock,
    log,
  });
  const notJudged = sqlite.prepare("UPDATE host_judgements SET state = x'' WHERE host_id = ?"); // all of it is to be judged next time
  const orNothing = (work: () => void, hostId: number): void => {
    touch(hostId);
    try {
      sqlite.transaction(work)(); // a savepoint: half a judgement must not stay
    } catch (err) {
      if (!(err instanceof KnowledgeError)) throw err;
      notJudged.run(hostId);
      log.error({ err, hostId }, 'the vulnerabilities of a host could not be judged');
    }
  };
  return {
    matchHost: (hostId, lookedAt, now, was) =>
      orNothing(() => judgeHost(hostId, lookedAt, now, was), hostId),
    storeFindings: (found, now) => orNothing(() => storeFindings(found, now), found.hostId),
    stateOf: createHostStates(sqlite),
    ...fleet,
  };
}
