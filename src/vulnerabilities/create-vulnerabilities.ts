import type { Logger } from 'pino';
import type { Database } from '../database/database.js';
import type { Sqlite } from '../database/sqlite.js';
import { KnowledgeError, wrapKnowledgeErrors } from '../knowledge/errors.js';
import type { Knowledge } from '../knowledge/open-knowledge.js';
import type { CheckInfo } from '../pentest/checks/check.js';
import type { Clock } from '../platform/clock.js';
import type { Coverage } from './coverage/coverage.js';
import { readHostCoverage } from './coverage/host-coverage.js';
import { createHadData } from './coverage/loaded-data.js';
import type { Matcher } from './facts.js';
import { createFactStore, type FactEvents, type FactStore } from './findings/facts.store.js';

import { createFindingsStore, type FindingsStore } from './findings/findings.store.js';
import { createHostMatcher, type MatchHost } from './findings/match-host.js';
import { prepareHostState, prepareMarkUnmatched } from './findings/match-host.statements.js';
import { createStoreFindings, type StoreFindings } from './findings/results.store.js';
import { createFactGc, type FactGc } from './gc/facts.gc.js';
import { createResultGc, type ResultGc } from './gc/results.gc.js';
import { createHostChangeLog, type HostChangeLog } from './host-changes.js';
import { createCheckLog } from './ledger/ledger.js';
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
  /** called in the transaction in which a stored vulnerability becomes known to be exploited */
  onExploited?: ((vulnerability: string) => void) | undefined;
}

/** Keeps the findings of all hosts up to date. */
export interface Vulnerabilities extends FleetRematch {
  matchHost: MatchHost;
  storeFindings: StoreFindings;
  /** Removes the findings at the ports of a host, without counting them as disappeared. In a transaction. */
  forgetPortFindings: (hostId: number, now: number) => void;
  /**
   * Resolves when the findings of a host are those of its stored packages: matchHost leaves hosts with many packages to
   * a rematch. Call it after the commit.
   */
  whenMatched: (hostId: number) => Promise<void>;
  /** Returns the state of a host, for matchHost after a change; undefined while no inventory of it is stored. */
  stateOf: (hostId: number) => HostState | undefined;
  /** Returns what was checked of a host now. @param staleDays data that is older is stale */
  coverageOf: (hostId: number, staleDays: number) => Coverage;
  factGc: FactGc;
  resultGc: ResultGc;
  hostChanges: HostChangeLog;
}

/**
 * Wires matching and storing. If the vulnerability database cannot be read, nothing is matched and previous
 * findings are kept: a finding must not seem fixed because matching failed.
 */
export function createVulnerabilities(deps: VulnerabilityDeps): Vulnerabilities {
  const { database, knowledge, matcher, clock, log, checkInfo, onExploited } = deps;
  const { sqlite } = database;
  const factGc = createFactGc(database);
  const resultGc = createResultGc({ database, factGc });
  const hostChanges = createHostChangeLog(sqlite);
  const { markHost, markVulnerability: onSummary } = hostChanges;
  const facts = createFacts({ database, knowledge, onExploited, onSummary });
  const findings = createFindingsStore(sqlite);
  const hadData = wrapKnowledgeErrors(createHadData(knowledge.sqlite));
  const deferred = new Set<number>();
  const matchHost = createHostMatcher({
    sqlite,
    matcher,
    facts,
    findings,
    hadData,
    onDeferred: (hostId) => void deferred.add(hostId),
  });
  const storing = { sqlite, matcher, facts, findings, factGc, resultGc, checkInfo };
  const storeFindings = createStoreFindings(storing);
  const { onHostStored, ...fleetRematch } = createFleetRematch({
    database,
    knowledgeFile: knowledge.file,
    matcher,
    facts,
    factGc,
    clock,
    log,
    onHostMatched: markHost,
  });
  const hostState = prepareHostState(sqlite);
  const keepFindingsOnFailure = createFailureHandler({ sqlite, log }, (hostId) => {
    onHostStored(hostId);
    markHost(hostId);
  });
  return {
    matchHost: (hostId, readAt, now, previous, part) =>
      keepFindingsOnFailure(() => matchHost(hostId, readAt, now, previous, part), {
        hostId,
        checkedAt: readAt === null ? null : now,
      }),
    async whenMatched(hostId) {
      if (!deferred.delete(hostId)) return;
      await fleetRematch.rematchFleet().catch((err: unknown) => {
        log.error({ err, hostId }, MATCHING_FAILED);
      });
    },
    storeFindings: (found, now) =>
      keepFindingsOnFailure(() => storeFindings(found, now), checkedByTask(found, now)),
    forgetPortFindings: createPortRemoval(findings),
    stateOf: (hostId) => hostState.get(hostId),
    coverageOf: (hostId, staleDays) =>
      readHostCoverage(database.reading(), knowledge, hostId, { now: clock.now(), staleDays }),
    factGc,
    resultGc,
    hostChanges,
    ...fleetRematch,
  };
}

const createPortRemoval =
  (findings: FindingsStore): Vulnerabilities['forgetPortFindings'] =>
  (hostId, now) =>
    findings.replace(hostId, ({ port }) => port !== null, [], now, { isSameDevice: false });

/** A host that is stored. `checkedAt`: when its packages were read, or its ports scanned, Unix seconds. */
interface StoredHost {
  hostId: number;
  checkedAt: number | null;
}

const checkedByTask = (
  { hostId, isKnown, result }: Parameters<StoreFindings>[0],
  now: number,
): StoredHost => ({ hostId, checkedAt: isKnown && result.outcome === 'done' ? now : null });

const MATCHING_FAILED = 'matching a host failed; its previous findings are kept';

/** Returns a function that runs the matching of a host; `onStored` is called before. */
function createFailureHandler(
  { sqlite, log }: { sqlite: Sqlite; log: VulnerabilityDeps['log'] },
  onStored: (hostId: number) => void,
): (work: () => void, host: StoredHost) => void {
  const markChecked = createCheckLog(sqlite);
  const markUnmatched = prepareMarkUnmatched(sqlite);
  return (work, { hostId, checkedAt }) => {
    onStored(hostId);
    try {
      sqlite.transaction(work)(); // a savepoint: an incomplete match is rolled back
      if (checkedAt !== null) markChecked(hostId, checkedAt);
    } catch (err) {
      if (!(err instanceof KnowledgeError)) throw err;
      markUnmatched.run(hostId);
      log.error({ err, hostId }, MATCHING_FAILED);
    }
  };
}

const createFacts = ({
  database,
  knowledge,
  ...events
}: Pick<VulnerabilityDeps, 'database' | 'knowledge'> & FactEvents): FactStore =>
  createFactStore(
    database.sqlite,
    wrapKnowledgeErrors(createExploitationReader(knowledge)),
    events,
  );
