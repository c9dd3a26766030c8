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

/** What is known of one port that was open, or has findings. `service`: null where it is closed. `held`: its findings, by identity. */
export interface PortBaseline {
  port: number;
  transport: 'tcp' | 'udp';
  service: ReportService | null;
  since: number;
  look: Observation;
  held: Map<number, ObservedFinding>;
}

/** What a scan says of one port. `base`: when the port was last looked at, whatever was there; null: this is the first time. */
export interface PortObservation {
  port: number;
  transport: 'tcp' | 'udp';
  isLookedAt: boolean;
  service: ReportService | null;
  facts: readonly ReportFact[];
  checks: readonly CheckResult[];
  base: Observation | null;
}

/** Why findings of a port could not be compared. */
export type NotComparedReason =
  'ports_not_scanned' | 'service_not_identified' | 'check_inconclusive' | 'not_judged';

/** Compares a port with what was known of it. Gives what is known now (null: it is closed, without findings), and what could not be told. */
export function comparePort(
  scene: HostComparison,
  before: PortBaseline | null,
  now: PortObservation,
): { base: PortBaseline | null; doubts: Set<NotComparedReason> } {
  const doubts = new Set<NotComparedReason>();
  const isLess =
    before?.service != null && now.service !== null && isLessSpecific(now.service, before.service);
  const service = serviceNow(before, now, isLess);
  const held = new Map<number, ObservedFinding>();
  for (const fact of now.facts) {
    if (isLess && fact.origin === 'service')
      doubts.add('service_not_identified'); // judged by less than is known
    else if (!held.has(fact.identity))
      held.set(fact.identity, { fact, look: scene.now, service: now.service });
  }
  for (const [identity, old] of before?.held ?? []) {
    const doubt = held.has(identity) ? null : doubtOf(scene, old, now, isLess);
    if (!doubt) continue;
    doubts.add(doubt);
    held.set(identity, old);
  }
  settleAll(scene, before, now, held);
  if (now.isLookedAt) compareService(scene, before, now, service);
  if (service === null && held.size === 0) return { base: null, doubts };
  const look = now.isLookedAt ? scene.now : (before?.look ?? scene.now);
  const since = before?.service && service ? before.since : scene.now.observed_at;
  return { base: { port: now.port, transport: now.transport, service, since, look, held }, doubts };
}

function serviceNow(
  before: PortBaseline | null,
  now: PortObservation,
  isLess: boolean,
): ReportService | null {
  if (!now.isLookedAt) return before?.service ?? now.service;
  return isLess ? (before?.service ?? null) : now.service;
}

// A finding that the scan does not tell of any more: is it gone, or could nobody see?
function doubtOf(
  { stock, now: { generation } }: HostComparison,
  { fact, service }: ObservedFinding,
  now: PortObservation,
  isLess: boolean,
): NotComparedReason | null {
  if (fact.origin === 'check') return checkDoubt(fact, service, now);
  if (!now.isLookedAt) return 'ports_not_scanned';
  if (isLess) return 'service_not_identified';
  const isSame =
    service !== null &&
    now.service !== null &&
    !isServiceReplaced(now.service, { ...service, tls: now.service.tls });
  return isSame && fact.feed !== null && stock.feedVersion(fact.feed, generation) === null
    ? 'not_judged'
    : null;
}

function checkDoubt(
  fact: ReportFact,
  before: ReportService | null,
  now: PortObservation,
): NotComparedReason | null {
  const result = now.checks.find((c) => c.id === fact.advisory)?.result;
  if (result === 'fine') return null;
  if (result !== undefined) return 'check_inconclusive';
  if (!now.isLookedAt) return 'ports_not_scanned';
  if (now.service === null) return null;
  return before !== null && isDifferentService(now.service, before) ? null : 'check_inconclusive';
}

function settleAll(
  scene: HostComparison,
  before: PortBaseline | null,
  now: PortObservation,
  held: ReadonlyMap<number, ObservedFinding>,
): void {
  const [old, base] = [
    before?.held ?? new Map<number, ObservedFinding>(),
    before?.look ?? now.base,
  ];
  for (const [identity, after] of held) {
    const known = old.get(identity) ?? null;
    if (known === after) continue; // carried on
    const earlier = known
      ? { ...known.look, service: known.service }
      : base && { ...base, service: before?.service ?? null };
    recordFinding(scene, {
      before: known,
      after,
      absent: base && {
        look: base,
        installed_version: versionOf(after, before?.service ?? null),
        service: before?.service ?? null,
      },
      cause: (change) =>
        earlier
          ? scene.causes.ofService(change, earlier, { ...scene.now, service: now.service })
          : 'target',
    });
  }
  for (const [identity, known] of old) {
    if (held.has(identity)) continue;
    recordFinding(scene, {
      before: known,
      after: null,
      absent: {
        look: scene.now,
        installed_version: versionOf(known, now.service),
        service: now.service,
      },
      cause: (change) =>
        scene.causes.ofService(
          change,
          { ...known.look, service: known.service },
          { ...scene.now, service: now.service },
        ),
    });
  }
}

/** The version of what listens on the other side of a finding, as the data by which that was judged write it. */
function versionOf(
  { fact, service: judged }: ObservedFinding,
  other: ReportService | null,
): string | null {
  if (fact.origin !== 'service' || other === null) return null;
  const build =
    other.version === null || fact.feed === 'nvd'
      ? null
      : parseBuild(other.version, other.revision);
  if (build === null) return other.version;
  const { epoch } = versionParts(fact.installed_version ?? '');
  return epoch !== '' && judged?.product === other.product
    ? `${epoch}:${build.version}`
    : build.version;
}

function compareService(
  scene: HostComparison,
  before: PortBaseline | null,
  { port, transport }: PortObservation,
  service: ReportService | null,
): void {
  const { services } = scene.diff;
  const [old, now] = [before?.service ?? null, service];
  const at = scene.now.observed_at;
  const entry = {
    host: scene.host,
    port,
    transport,
    before: old &&
      before && { found: old, first_seen: before.since, last_seen: before.look.observed_at },
    after: now && { found: now, first_seen: old && before ? before.since : at, last_seen: at },
  };
  if (now && !old) services.opened.push(entry);
  else if (old && !now) services.closed.push(entry);
  else if (old && now && isServiceReplaced(old, now)) services.changed.push(entry);
}

export const isScanned = (
  ports: PortSet,
  { port, transport }: { port: number; transport: string },
): boolean => transport === 'tcp' && ports.has(port);
