import type { AcceptanceTimeline } from '../read/acceptance-timeline.js';
import type { Cause } from '../../vulnerabilities/ledger/cause.js';
import { changedFields } from './changed-fields.js';
import type {
  Acceptance,
  ReportEntry,
  Evidence,
  Observation,
  ReportFact,
  ReportHost,
  ReportService,
  TaskDiff,
} from '../diff.js';
import type { CauseResolver, FindingChange } from './cause.js';
import type { Matcher } from '../../vulnerabilities/facts.js';
import type { ResultData } from '../read/result-data.js';
import type { ResultCoverage } from '../../vulnerabilities/coverage/result-coverage.js';

/** Collaborators shared by all comparisons of a chain. */
export interface ComparisonDeps {
  resultData: ResultData;
  acceptances: AcceptanceTimeline;
  causeResolver: CauseResolver;
  originOf: Matcher['originOf'];
}

/**
 * When each finding of a host was first seen (Unix seconds): `baselineAt`, except for the findings in
 * `laterByIdentity`.
 */
export interface FirstSeen {
  baselineAt: number;
  laterByIdentity: Map<number, number>;
}

/**
 * The comparison of one host in one task. `isReported`: false if the diff of this task was not
 * requested; then only the baseline is updated.
 */
export interface HostComparison extends ComparisonDeps {
  resultCoverage: ResultCoverage;
  isReported: boolean;
  host: ReportHost;
  diff: TaskDiff;
  now: Observation;
  firstSeen: FirstSeen;
}

/** A finding and its observation. `service`: the service on the port of the finding. */
export interface ObservedFinding {
  fact: ReportFact;
  observation: Observation;
  service: ReportService | null;
}

/** The side of a new or fixed finding on which it is absent: the package or service observed there. */
export interface AbsentSide {
  observation: Observation;
  installedVersion: string | null;
  service: ReportService | null;
}

/** Both sides of a finding. `absent`: null if the finding is on both sides, or if nothing precedes it. */
interface FindingPair {
  before: ObservedFinding | null;
  after: ObservedFinding | null;
  absent: AbsentSide | null;
  cause: (change: FindingChange) => Cause;
}

/**
 * Records one finding in the diff: as new, fixed or changed, or in one of the counts. An accepted
 * finding is neither new nor fixed. It is listed only in the task in which its acceptance starts or ends.
 */
export function recordFinding(comparison: HostComparison, pair: FindingPair): void {
  const { before, after } = pair;
  if (before && after) recordUnchangedOrChanged(comparison, pair, before, after);
  else if (after) recordNew(comparison, pair, after);
  else if (before) recordFixed(comparison, pair, before);
}

/** Updates when a finding was first seen. For a diff that was not requested, nothing else is needed. */
export function trackFirstSeen(
  { firstSeen, now }: HostComparison,
  identity: number,
  { wasPresent, isPresent }: { wasPresent: boolean; isPresent: boolean },
): void {
  if (wasPresent && !isPresent) firstSeen.laterByIdentity.delete(identity);
  if (isPresent && !wasPresent && now.observed_at !== firstSeen.baselineAt)
    firstSeen.laterByIdentity.set(identity, now.observed_at);
}

function recordNew(comparison: HostComparison, pair: FindingPair, after: ObservedFinding): void {
  const { diff } = comparison;
  const { fact } = after;
  trackFirstSeen(comparison, fact.identity, { wasPresent: false, isPresent: true });
  if (currentAcceptance(comparison, fact)) diff.accepted += 1;
  else if (comparison.isReported) {
    const cause = pair.cause({ before: null, after: fact });
    diff.new.push(createEntry(comparison, pair, fact, { cause }));
  }
}

function recordFixed(comparison: HostComparison, pair: FindingPair, before: ObservedFinding): void {
  const { fact } = before;
  if (comparison.isReported && !currentAcceptance(comparison, fact)) {
    const cause = pair.cause({ before: fact, after: null });
    comparison.diff.fixed.push(createEntry(comparison, pair, fact, { cause }));
  }
  trackFirstSeen(comparison, fact.identity, { wasPresent: true, isPresent: false });
}

function recordUnchangedOrChanged(
  comparison: HostComparison,
  pair: FindingPair,
  before: ObservedFinding,
  after: ObservedFinding,
): void {
  const { diff, acceptances, host } = comparison;
  if (!comparison.isReported) return;
  const isAccepted = currentAcceptance(comparison, after.fact) !== null;
  const wasAccepted = acceptances.find(before.fact, host.host_id, before.observation.asOf) !== null;
  if (isAccepted) diff.accepted += 1;
  if (isAccepted && wasAccepted) return;
  const changes = changedFields(before.fact, after.fact);
  const cause = changes.length > 0 ? pair.cause({ before: before.fact, after: after.fact }) : null;
  if (isAccepted !== wasAccepted) changes.push('accepted');
  if (changes.length === 0) diff.unchanged += 1;
  else diff.changed.push(createEntry(comparison, pair, after.fact, { cause, changes }));
}

/** Returns the acceptance that applied to a finding when the task finished, or null. */
const currentAcceptance = (
  { acceptances, host, now }: HostComparison,
  fact: ReportFact,
): Acceptance | null => acceptances.find(fact, host.host_id, now.asOf);

function createEntry(
  comparison: HostComparison,
  pair: FindingPair,
  fact: ReportFact,
  difference: { cause: Cause | null; changes?: string[] },
): ReportEntry {
  const { before, after, absent } = pair;
  const { host, firstSeen, resultData } = comparison;
  const observation = (after ?? before)?.observation ?? comparison.now;
  const toEvidence = (finding: ObservedFinding | null): Evidence | null =>
    finding
      ? createEvidence(resultData, finding.fact, finding)
      : absent && createEvidence(resultData, fact, absent);
  return {
    host,
    fact,
    changes: [],
    ...difference,
    haveRulesChanged: haveRulesChanged(pair),
    before: toEvidence(before),
    after: toEvidence(after),
    generation: observation.generation,
    first_seen: firstSeen.laterByIdentity.get(fact.identity) ?? firstSeen.baselineAt,
    last_seen: observation.observed_at,
    accepted: after && currentAcceptance(comparison, fact),
  };
}

function haveRulesChanged({ before, after, absent }: FindingPair): boolean {
  const older = before ?? absent;
  const newer = after ?? absent;
  return older !== null && newer !== null && older.observation.rules !== newer.observation.rules;
}

function createEvidence(
  resultData: ResultData,
  fact: ReportFact,
  side: ObservedFinding | AbsentSide,
): Evidence {
  const { observation, service } = side;
  const isPresent = 'fact' in side;
  const installedVersion = isPresent ? fact.installed_version : side.installedVersion;
  return {
    state: evidenceState(fact, installedVersion, service),
    installed_version: installedVersion,
    fixed_version: isPresent ? fact.fixed_version : null,
    service,
    banner: service?.banner ?? null,
    observed_at: observation.observed_at,
    feed_version: fact.feed && resultData.feedVersion(fact.feed, observation.generation),
  };
}

function evidenceState(
  { origin, transport }: ReportFact,
  installedVersion: string | null,
  service: ReportService | null,
): Evidence['state'] {
  if (origin === 'package') return installedVersion === null ? 'not_installed' : 'installed';
  if (service !== null) return 'open';
  return transport === 'udp' ? 'unknown' : 'closed'; // a UDP port that does not answer may be open
}
