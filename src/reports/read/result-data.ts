import { memoize } from '../../lib/memoize.js';
import type { Knowledge } from '../../knowledge/open-knowledge.js';
import { SEVERITIES, type FeedName } from '../../knowledge/records.js';
import type { MatchablePackage } from '../../vulnerabilities/facts.js';
import type { DataHistory } from '../../vulnerabilities/coverage/loaded-data.js';
import { decodeIdSet } from '../../vulnerabilities/findings/id-set.js';
import type { ReportFact } from '../diff.js';
import type { AcceptanceTimeline } from './acceptance-timeline.js';
import { createReportKnowledgeStatements } from './knowledge.statements.js';
import type { ReportStatements } from './reports.statements.js';

/** Facts by id. */
export interface FactIndex {
  /** Returns the same number for all facts of one finding; -1: the fact is hidden. */
  identityOf(id: number): number;
  /** Returns the index in SEVERITIES. */
  severityIndexOf(id: number): number;
  /** Returns undefined if the fact is hidden. */
  get(id: number): ReportFact | undefined;
  /** Returns the ids of all facts about these vulnerabilities. */
  ofVulnerabilities(vulnerabilityIds: readonly string[]): ReadonlySet<number>;
}

/** A set of facts that results refer to, without hidden ones, and counts that are equal for all hosts with that set. */
export interface FactSet {
  /** ascending */
  factIds: readonly number[];
  /** two versions of one package with the same vulnerability are two facts, one finding */
  findingCount: number;
  /** findings by severity, in the order of SEVERITIES */
  countsBySeverity: readonly number[];
  /** the facts of findings that were accepted at any time, on any host */
  everAccepted: readonly ReportFact[];
}

/** The data that results refer to. `facts` contains every fact of every set. */
export interface ResultData {
  facts: FactIndex;
  factSet(id: number): FactSet;
  /** Returns the installed packages of a host state. */
  packages(stateId: number): readonly MatchablePackage[];
  /** Whether a set of ids is empty: packages of a host state, or facts. */
  isEmpty(setId: number): boolean;
  /** Returns the version of a feed at a generation; null: the feed was empty, or the version is no longer retained. */
  feedVersion(feed: string, generation: number): string | null;
  /** Whether a feed was cleared after generation `from`, up to and including `to`. */
  wasEmptied(from: number, to: number): boolean;
  /** The data that was loaded at any generation. */
  history: DataHistory;
}

/** Creates access to the data that results refer to. Each item is read once, when it is first requested. */
export function createResultData(
  statements: ReportStatements,
  facts: FactIndex,
  acceptances: AcceptanceTimeline,
  knowledge: Pick<Knowledge, 'feedVersion' | 'sqlite'>,
  history: DataHistory,
): ResultData {
  const everAccepted = findEverAccepted(facts, acceptances);
  const knowledgeStatements = createReportKnowledgeStatements(knowledge.sqlite);
  const clearedIn = knowledgeStatements.generationsOfClearedFeeds();
  const feedVersionAt = memoize((generation: number) =>
    memoize((feed: string) => knowledge.feedVersion(feed as FeedName, generation)),
  );
  return {
    facts,
    factSet: memoize((id: number) =>
      createFactSet(decodeIdSet(statements.idSet(id)), facts, everAccepted),
    ),
    isEmpty: memoize((id: number) => statements.idSet(id).length === 0),
    packages: createPackageLists(statements),
    feedVersion: (feed, generation) => feedVersionAt(generation)(feed),
    wasEmptied: (from, to) => clearedIn.some((g) => g > from && g <= to),
    history,
  };
}

/**
 * Returns the ids of the facts of findings that were accepted at any time, on any host. Vendors make statements about
 * far more packages than hosts have.
 * @internal
 */
export function findEverAccepted(
  facts: FactIndex,
  acceptances: AcceptanceTimeline,
): ReadonlySet<number> {
  const candidates = [...facts.ofVulnerabilities(acceptances.vulnerabilityIds)];
  const accepted = candidates.filter((id) => {
    const fact = facts.get(id);
    return fact !== undefined && acceptances.wasEverAccepted(fact);
  });
  // A finding with several facts (a package in two versions) is one: all its facts, or none.
  const identities = new Set(accepted.map((id) => facts.identityOf(id)));
  return new Set(candidates.filter((id) => identities.has(facts.identityOf(id))));
}

/** Returns a lookup of the packages of a host state. A package is one object for all states. */
function createPackageLists(statements: ReportStatements): ResultData['packages'] {
  const packageById = new Map<number, MatchablePackage>();
  return memoize((stateId: number) => {
    const ids = decodeIdSet(statements.idSet(stateId));
    const missing = ids.filter((id) => !packageById.has(id));
    if (missing.length > 0)
      for (const { id, ...row } of statements.packages(missing)) packageById.set(id, row);
    return ids.map((id) => packageById.get(id)).filter((p) => p !== undefined);
  });
}

/**
 * Creates a set of facts, without hidden ones.
 * @internal
 * @param ids ascending
 * @param everAccepted ids of the facts of findings that were accepted at any time
 */
export function createFactSet(
  ids: readonly number[],
  facts: FactIndex,
  everAccepted: ReadonlySet<number>,
): FactSet {
  const factIds: number[] = [];
  const identities = new Set<number>();
  const countsBySeverity = SEVERITIES.map(() => 0);
  for (const id of ids) {
    const identity = facts.identityOf(id);
    if (identity < 0) continue;
    factIds.push(id);
    if (identities.has(identity)) continue;
    identities.add(identity);
    const severity = facts.severityIndexOf(id);
    countsBySeverity[severity] = (countsBySeverity[severity] ?? 0) + 1;
  }
  const acceptedIds = everAccepted.size === 0 ? [] : factIds.filter((id) => everAccepted.has(id));
  return {
    factIds,
    findingCount: identities.size,
    countsBySeverity,
    everAccepted: acceptedIds.map((id) => facts.get(id)).filter((f) => f !== undefined),
  };
}
