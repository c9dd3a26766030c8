import type { Logger } from 'pino';
import type { Database } from '../database/database.js';
import { KnowledgeError, wrapKnowledgeErrors } from '../knowledge/errors.js';
import type { Knowledge } from '../knowledge/open-knowledge.js';
import type { CheckInfo } from '../pentest/checks/check.js';
import type { Clock } from '../platform/clock.js';
import { createHadData } from './coverage/loaded-data.js';
import type { Matcher } from './facts.js';
import { createFactStore, type FactStore } from './findings/facts.store.js';
import { createFindingChangeLog, type FindingChangeLog } from './finding-changes.js';
import { createFindingsStore } from './findings/findings.store.js';
import { createHostMatcher, type MatchHost } from './findings/match-host.js';
import { prepareHostState, prepareMarkUnmatched } from './findings/match-host.statements.js';
import { createStoreFindings, type StoreFindings } from './findings/results.store.js';
import { createFactGc, type FactGc } from './gc/facts.gc.js';
import { createResultGc, type ResultGc } from './gc/results.gc.js';
import { createExploitationReader } from './matching/exploitation.js';
import type { HostState } from './matching/packages/host-packages.js';
import { createFleetRematch, type FleetRematch } from './rematch/rematch-fleet.js';

interface VulnerabilityDeps {
  database: Database;
  knowledge: Knowledge;
  matcher: Matcher;
  clock: Clock;
  log: Pick<Logger, 'error' | 'info'>;
  checkInfo: (id: string) => CheckInfo | null;
}

/** Keeps the findings of all hosts up to date. */
export interface Vulnerabilities extends FleetRematch {
  matchHost: MatchHost;
  storeFindings: StoreFindings;
  /** Returns the state of a host, for matchHost after a change; undefined while no inventory of it is stored. */
  stateOf: (hostId: number) => HostState | undefined;
  factGc: FactGc;
  resultGc: ResultGc;
  findingChanges: Pick<FindingChangeLog, 'take'>;
}

/**
 * Wires matching and storing. If the vulnerability database cannot be read, nothing is matched and previous
 * findings are kept: a finding must not seem fixed because matching failed.
 */
export function createVulnerabilities({
  database,
  knowledge,
  matcher,
  clock,
  log,
  checkInfo,
}: VulnerabilityDeps): Vulnerabilities {
  const { sqlite } = database;
  const factGc = createFactGc(database);
  const resultGc = createResultGc({ database, factGc });
  const findingChanges = createFindingChangeLog(sqlite);
  const facts = createFacts({ database, knowledge }, findingChanges);
  const findings = createFindingsStore(sqlite);
  const hadData = wrapKnowledgeErrors(createHadData(knowledge.sqlite));
  const matchHost = createHostMatcher({ sqlite, matcher, facts, findings, hadData });
  const storeFindings = createStoreFindings({
    sqlite,
    matcher,
    facts,
    findings,
    factGc,
    resultGc,
    checkInfo,
  });
  const { onHostStored, ...fleetRematch } = createFleetRematch({
    database,
    knowledgeFile: knowledge.file,
    matcher,
    facts,
    factGc,
    clock,
    log,
    onFindingsChanged: findingChanges.markHost,
  });
  const hostState = prepareHostState(sqlite);
  const markUnmatched = prepareMarkUnmatched(sqlite);
  const keepFindingsOnFailure = (work: () => void, hostId: number): void => {
    onHostStored(hostId);
    findingChanges.markHost(hostId);
    try {
      sqlite.transaction(work)(); // a savepoint: an incomplete match is rolled back
    } catch (err) {
      if (!(err instanceof KnowledgeError)) throw err;
      markUnmatched.run(hostId);
      log.error({ err, hostId }, 'matching a host failed; its previous findings are kept');
    }
  };
  return {
    matchHost: (hostId, readAt, now, previous) =>
      keepFindingsOnFailure(() => matchHost(hostId, readAt, now, previous), hostId),
    storeFindings: (found, now) =>
      keepFindingsOnFailure(() => storeFindings(found, now), found.hostId),
    stateOf: (hostId) => hostState.get(hostId),
    factGc,
    resultGc,
    findingChanges,
    ...fleetRematch,
  };
}

const createFacts = (
  { database, knowledge }: Pick<VulnerabilityDeps, 'database' | 'knowledge'>,
  { markVulnerability }: FindingChangeLog,
): FactStore =>
  createFactStore(
    database.sqlite,
    wrapKnowledgeErrors(createExploitationReader(knowledge)),
    markVulnerability,
  );
