import type { CheckResult } from '../../pentest/checks/check.js';
import type { Observation, ReportFact, ReportService } from '../diff.js';
import { isDifferentService, isLessSpecific } from '../../pentest/service-fingerprint.js';
import {
  parseBuild,
  versionParts,
} from '../../vulnerabilities/matching/services/distribution-build.js';
import { isServiceReplaced } from './changed-fields.js';
import type { PortSet } from './port-set.js';
import { recordFinding, type ObservedFinding, type HostComparison } from './record-finding.js';

/**
 * The last known state of a port that was open or has findings. `service`: null if it is closed;
 * `openSince`: Unix seconds; `findings`: by identity.
 */
export interface PortBaseline {
  port: number;
  transport: 'tcp' | 'udp';
  service: ReportService | null;
  openSince: number;
  observation: Observation;
  findings: Map<number, ObservedFinding>;
}

/**
 * The result of a scan for one port. `wasScanned`: the port was in the scanned range and gave an answer;
 * `isSilent`: it was in the range and gave none; `previousScan`: the last scan that the port answered, open or
 * not; null: it never answered. `isFirstScan`: the host was never scanned.
 */
interface PortObservation {
  port: number;
  transport: 'tcp' | 'udp';
  wasScanned: boolean;
  isSilent: boolean;
  service: ReportService | null;
  facts: readonly ReportFact[];
  checks: readonly CheckResult[];
  previousScan: Observation | null;
  isFirstScan: boolean;
}

/** Why findings of a port could not be compared. */
export type NotComparedReason =
  | 'ports_not_scanned'
  | 'ports_silent'
  | 'service_not_identified'
  | 'check_inconclusive'
  | 'not_matched';

/**
 * Compares a port with its baseline. Returns the new baseline (null: the port is closed and has no
 * findings), and why findings could not be compared.
 */
export function comparePort(
  comparison: HostComparison,
  before: PortBaseline | null,
  now: PortObservation,
): { baseline: PortBaseline | null; reasons: Set<NotComparedReason> } {
  const reasons = new Set<NotComparedReason>();
  const hasLessDetail =
    before?.service != null && now.service !== null && isLessSpecific(now.service, before.service);
  const service = knownService(before, now, hasLessDetail);
  const findings = new Map<number, ObservedFinding>();
  for (const fact of now.facts) {
    // A service with less detail than before was matched with less than what is known.
    if (hasLessDetail && fact.origin === 'service') reasons.add('service_not_identified');
    else if (!findings.has(fact.identity))
      findings.set(fact.identity, { fact, observation: comparison.now, service: now.service });
  }
  for (const [identity, old] of before?.findings ?? []) {
    const reason = findings.has(identity)
      ? null
      : notComparedReason(comparison, old, now, hasLessDetail);
    if (!reason) continue;
    reasons.add(reason);
    findings.set(identity, old);
  }
  recordPortFindings(comparison, before, now, findings);
  if (now.wasScanned) recordServiceChange(comparison, before, now, service);
  if (service === null && findings.size === 0) return { baseline: null, reasons };
  const { port, transport } = now;
  const observation = now.wasScanned ? comparison.now : (before?.observation ?? comparison.now);
  const openSince = before?.service && service ? before.openSince : comparison.now.observed_at;
  return { baseline: { port, transport, service, openSince, observation, findings }, reasons };
}

/** Returns the most specific service known to listen on the port. */
function knownService(
  before: PortBaseline | null,
  now: PortObservation,
  hasLessDetail: boolean,
): ReportService | null {
  if (!now.wasScanned) return before?.service ?? now.service;
  return hasLessDetail ? (before?.service ?? null) : now.service;
}

/** Returns why a finding that the scan did not report may still be open; null: it is fixed. */
function notComparedReason(
  { resultData, now: { generation } }: HostComparison,
  { fact, service }: ObservedFinding,
  now: PortObservation,
  hasLessDetail: boolean,
): NotComparedReason | null {
  if (fact.origin === 'check') return notComparedCheckReason(fact, service, now);
  if (!now.wasScanned) return unobservedReason(now);
  if (hasLessDetail) return 'service_not_identified';
  const isSame =
    service !== null &&
    now.service !== null &&
    !isServiceReplaced(now.service, { ...service, tls: now.service.tls });
  return isSame && fact.feed !== null && resultData.feedVersion(fact.feed, generation) === null
    ? 'not_matched'
    : null;
}

const unobservedReason = ({ isSilent }: PortObservation): NotComparedReason =>
  isSilent ? 'ports_silent' : 'ports_not_scanned';

function notComparedCheckReason(
  fact: ReportFact,
  before: ReportService | null,
  now: PortObservation,
): NotComparedReason | null {
  const result = now.checks.find((c) => c.id === fact.advisory)?.result;
  if (result === 'fine') return null;
  if (result !== undefined) return 'check_inconclusive';
  if (!now.wasScanned) return unobservedReason(now);
  if (now.service === null) return null;
  return before !== null && isDifferentService(now.service, before) ? null : 'check_inconclusive';
}

/** Records the findings of a port. Those that could not be compared are the same objects on both sides. */
function recordPortFindings(
  comparison: HostComparison,
  before: PortBaseline | null,
  now: PortObservation,
  findings: ReadonlyMap<number, ObservedFinding>,
): void {
  const oldFindings = before?.findings ?? new Map<number, ObservedFinding>();
  for (const [identity, after] of findings) {
    const old = oldFindings.get(identity) ?? null;
    if (old !== after) recordPresent(comparison, before, now, old, after);
  }
  for (const [identity, old] of oldFindings)
    if (!findings.has(identity)) recordAbsent(comparison, now, old);
}

/** Records a finding that the scan reported. `old`: the same finding in the baseline. */
function recordPresent(
  comparison: HostComparison,
  before: PortBaseline | null,
  now: PortObservation,
  old: ObservedFinding | null,
  after: ObservedFinding,
): void {
  const service = before?.service ?? null;
  const observation = before?.observation ?? now.previousScan;
  const absent = observation && {
    observation,
    installedVersion: versionAsInData(after, service),
    service,
  };
  const olderSide = old
    ? { ...old.observation, service: old.service }
    : observation && { ...observation, service };
  recordFinding(comparison, {
    before: old,
    after,
    absent,
    cause: (change) =>
      olderSide
        ? comparison.causeResolver.ofService(change, olderSide, {
            ...comparison.now,
            service: now.service,
          })
        : 'target',
  });
}

/** Records a finding of the baseline that the scan did not report. */
function recordAbsent(
  comparison: HostComparison,
  { service }: PortObservation,
  old: ObservedFinding,
): void {
  recordFinding(comparison, {
    before: old,
    after: null,
    absent: {
      observation: comparison.now,
      installedVersion: versionAsInData(old, service),
      service,
    },
    cause: (change) =>
      comparison.causeResolver.ofService(
        change,
        { ...old.observation, service: old.service },
        { ...comparison.now, service },
      ),
  });
}

/** Returns the version of the service on the other side of a finding, in the notation of the finding's data. */
function versionAsInData(
  { fact, service }: ObservedFinding,
  other: ReportService | null,
): string | null {
  if (fact.origin !== 'service' || other === null) return null;
  const build =
    other.version === null || fact.feed === 'nvd'
      ? null
      : parseBuild(other.version, other.revision);
  if (build === null) return other.version;
  const { epoch } = versionParts(fact.installed_version ?? '');
  return epoch !== '' && service?.product === other.product
    ? `${epoch}:${build.version}`
    : build.version;
}

function recordServiceChange(
  comparison: HostComparison,
  baseline: PortBaseline | null,
  { port, transport, previousScan, isFirstScan }: PortObservation,
  service: ReportService | null,
): void {
  const { services } = comparison.diff;
  const at = comparison.now.observed_at;
  const before = baseline?.service
    ? {
        service: baseline.service,
        first_seen: baseline.openSince,
        last_seen: baseline.observation.observed_at,
      }
    : null;
  const after = service && { service, first_seen: before?.first_seen ?? at, last_seen: at };
  const first = isFirstScan ? 'host' : 'port';
  const isKnown = baseline !== null || previousScan !== null;
  const entry = {
    host: comparison.host,
    port,
    transport,
    before,
    after,
    baseline: isKnown ? null : first,
  } as const;
  if (after && !before) services.opened.push(entry);
  else if (before && !after) services.closed.push(entry);
  else if (before && after && isServiceReplaced(before.service, after.service))
    services.changed.push(entry);
}

/** Whether these TCP ports include a port. */
export const isAmong = (
  ports: PortSet,
  { port, transport }: { port: number; transport: string },
): boolean => transport === 'tcp' && ports.has(port);
