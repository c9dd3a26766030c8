import type { AcceptanceTimeline } from '../read/acceptance-timeline.js';
import { changedFields } from './changed-fields.js';
import type {
  Cause,
  ReportEntry,
  Evidence,
  Observation,
  ReportFact,
  ReportHost,
  ReportService,
  TaskDiff,
} from '../diff.js';
import type { CauseResolver, FindingChange } from './cause.js';
import type { ResultData } from '../read/result-data.js';

/** What all comparisons of a chain share. */
export interface ComparisonDeps {
  stock: ResultData;
  accepted: AcceptanceTimeline;
  causes: CauseResolver;
}

/** Since when each finding of a host has been known. */
export interface FirstSeen {
  since: number;
  later: Map<number, number>;
}

/** One host in one task. `isKept`: somebody wants the entries; else what is known is only brought up to date. */
export interface HostComparison extends ComparisonDeps {
  isKept: boolean;
  host: ReportHost;
  diff: TaskDiff;
  now: Observation;
  firstSeen: FirstSeen;
}

/** A finding as it was seen. `service`: what listened there. */
export interface ObservedFinding {
  fact: ReportFact;
  look: Observation;
  service: ReportService | null;
}

/** The other side of a finding that came or went: what was there instead. */
export interface AbsentSide {
  look: Observation;
  installed_version: string | null;
  service: ReportService | null;
}

export interface FindingPair {
  before: ObservedFinding | null;
  after: ObservedFinding | null;
  absent: AbsentSide | null;
  cause: (change: FindingChange) => Cause;
}

/**
 * Writes one finding into the diff: as new, fixed, changed, or into one of the counts. An accepted one is neither new nor fixed, and
 * is listed only in the task in which that begins or ends.
 */
export function recordFinding(scene: HostComparison, pair: FindingPair): void {
  const { before, after } = pair;
  if (before && after) standing(scene, pair, before, after);
  else if (after) appeared(scene, pair, after);
  else if (before) vanished(scene, pair, before);
}

/** Keeps since when a finding is known: all that is to be done of a diff that nobody wants. */
export function trackFirstSeen(
  { firstSeen, now }: HostComparison,
  identity: number,
  wasThere: boolean,
  isThere: boolean,
): void {
  if (wasThere && !isThere) firstSeen.later.delete(identity);
  if (isThere && !wasThere && now.observed_at !== firstSeen.since)
    firstSeen.later.set(identity, now.observed_at);
}

function appeared(scene: HostComparison, pair: FindingPair, after: ObservedFinding): void {
  const { diff } = scene;
  trackFirstSeen(scene, after.fact.identity, false, true);
  if (currentAcceptance(scene, after.fact)) diff.accepted += 1;
  else if (scene.isKept)
    diff.new.push(
      entry(scene, pair, after.fact, { cause: pair.cause({ before: null, after: after.fact }) }),
    );
}

function vanished(scene: HostComparison, pair: FindingPair, before: ObservedFinding): void {
  if (scene.isKept && !currentAcceptance(scene, before.fact))
    scene.diff.fixed.push(
      entry(scene, pair, before.fact, { cause: pair.cause({ before: before.fact, after: null }) }),
    );
  trackFirstSeen(scene, before.fact.identity, true, false);
}

function standing(
  scene: HostComparison,
  pair: FindingPair,
  before: ObservedFinding,
  after: ObservedFinding,
): void {
  const { diff } = scene;
  if (!scene.isKept) return;
  const isAccepted = currentAcceptance(scene, after.fact) !== null;
  const wasAccepted =
    scene.accepted.of(before.fact, scene.host.host_id, before.look.moment) !== null;
  if (isAccepted) diff.accepted += 1;
  if (isAccepted && wasAccepted) return;
  const changes = changedFields(before.fact, after.fact);
  const cause = changes.length > 0 ? pair.cause({ before: before.fact, after: after.fact }) : null;
  if (isAccepted !== wasAccepted) changes.push('accepted');
  if (changes.length === 0) diff.unchanged += 1;
  else diff.changed.push(entry(scene, pair, after.fact, { cause, changes }));
}

export const currentAcceptance = ({ accepted, host, now }: HostComparison, fact: ReportFact) =>
  accepted.of(fact, host.host_id, now.moment);

function entry(
  scene: HostComparison,
  { before, after, absent }: FindingPair,
  fact: ReportFact,
  told: { cause: Cause | null; changes?: string[] },
): ReportEntry {
  const { host, firstSeen, stock } = scene;
  const look = (after ?? before)?.look ?? scene.now;
  const side = (held: ObservedFinding | null): Evidence | null =>
    held ? evidence(stock, held.fact, held) : absent && evidence(stock, fact, absent);
  return {
    host,
    fact,
    changes: [],
    ...told,
    before: side(before),
    after: side(after),
    generation: look.generation,
    first_seen: firstSeen.later.get(fact.identity) ?? firstSeen.since,
    last_seen: look.observed_at,
    accepted: after && currentAcceptance(scene, fact),
  };
}

function evidence(
  stock: ResultData,
  fact: ReportFact,
  side: ObservedFinding | AbsentSide,
): Evidence {
  const { look, service } = side;
  const isThere = 'fact' in side;
  const installed_version = isThere ? fact.installed_version : side.installed_version;
  return {
    state: stateOf(fact, installed_version, service),
    installed_version,
    fixed_version: isThere ? fact.fixed_version : null,
    service,
    banner: service?.banner ?? null,
    observed_at: look.observed_at,
    feed_version: fact.feed && stock.feedVersion(fact.feed, look.generation),
  };
}

function stateOf(
  { origin, transport }: ReportFact,
  installed: string | null,
  service: ReportService | null,
): Evidence['state'] {
  if (origin === 'package') return installed === null ? 'not_installed' : 'installed';
  if (service !== null) return 'open';
  return transport === 'udp' ? 'unknown' : 'closed'; // a silent UDP port tells nothing
}
