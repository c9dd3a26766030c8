import type { CheckResult } from '../../pentest/checks/check.js';
import { describePorts } from '../../pentest/ports.js';
import type { Observation, NotCompared, PortsResult, ReportFact, ReportService } from '../diff.js';
import {
  comparePort,
  isAmong,
  type NotComparedReason,
  type PortBaseline,
} from './compare-ports.js';
import { answeredPorts, type PortSet } from './port-set.js';
import type { HostComparison } from './record-finding.js';

/**
 * The last known ports of a host. `ports`: those that are open or have findings, by key. `scans`: the
 * newest scan of each set of ports that answered, by its text, oldest first.
 */
export interface PortsBaseline {
  ports: Map<string, PortBaseline>;
  scans: Map<string, Observation>;
}

/** A scan. `ports`: the scanned ones that answered; `silent`: those that gave no answer. */
interface ParsedScan extends Pick<
  PortsResult,
  'scannedPorts' | 'silentPorts' | 'services' | 'checks'
> {
  ports: PortSet;
  silent: PortSet;
  facts: readonly ReportFact[];
}

/** Sets of silent ports may differ with each scan: the oldest sets are forgotten. */
const MAX_SCANS = 32;

interface PortKey {
  port: number;
  transport: 'tcp' | 'udp';
}

/** `22/tcp` */
const toKey = ({ port, transport }: PortKey): string => `${port}/${transport}`;

/** Compares a scan of a host with its baseline, and updates the baseline. */
export function compareScan(
  comparison: HostComparison,
  baseline: PortsBaseline,
  scan: ParsedScan,
  parsePorts: (text: string) => PortSet,
): void {
  const newestFirst = [...baseline.scans]
    .reverse()
    .map(([text, observation]) => ({ ports: parseScan(text, parsePorts), observation }));
  const isFirstScan = baseline.scans.size === 0;
  const portsByReason = new Map<NotComparedReason, number[]>();
  for (const { portKey, service, facts, checks } of collectPorts(baseline, scan)) {
    const key = toKey(portKey);
    const before = baseline.ports.get(key) ?? null;
    const previousScan = newestFirst.find((s) => isAmong(s.ports, portKey))?.observation ?? null;
    const compared = comparePort(comparison, before, {
      ...portKey,
      wasScanned: isAmong(scan.ports, portKey) || isUdpAnswer(portKey, service),
      isSilent: isAmong(scan.silent, portKey),
      service,
      facts,
      checks,
      previousScan,
      isFirstScan,
    });
    if (compared.baseline) baseline.ports.set(key, compared.baseline);
    else baseline.ports.delete(key);
    const { port, transport } = portKey;
    const isLeftOut = before !== null && transport === 'tcp' && !scan.ports.has(port);
    if (isLeftOut)
      compared.reasons.add(scan.silent.has(port) ? 'ports_silent' : 'ports_not_scanned');
    for (const reason of compared.reasons)
      portsByReason.set(reason, [...(portsByReason.get(reason) ?? []), port]);
  }
  rememberScan(baseline, scan, comparison.now);
  for (const [reason, ports] of portsByReason)
    comparison.diff.not_compared.push(createNotCompared(comparison, reason, ports));
}

/** Stores a scan as the newest of its set of ports. */
function rememberScan({ scans }: PortsBaseline, scan: ParsedScan, now: Observation): void {
  const text = `${scan.scannedPorts} ${scan.silentPorts}`;
  scans.delete(text); // the newest is the last
  scans.set(text, now);
  const [oldest] = scans.keys();
  if (scans.size > MAX_SCANS && oldest !== undefined) scans.delete(oldest);
}

/** Returns the ports of a text of `rememberScan` that answered. */
function parseScan(text: string, parsePorts: (text: string) => PortSet): PortSet {
  const [scanned = '', silent = ''] = text.split(' ');
  return answeredPorts(parsePorts(scanned), parsePorts(silent));
}

// The list of scanned ports is about TCP. A UDP port was observed if it answered; silence says nothing about it.
const isUdpAnswer = ({ transport }: PortKey, service: ReportService | null): boolean =>
  transport === 'udp' && service !== null;

interface PortData {
  portKey: PortKey;
  service: ReportService | null;
  facts: ReportFact[];
  checks: CheckResult[];
}

/** Returns all ports of the baseline and of the scan, with what the scan reported for each. */
function collectPorts(baseline: PortsBaseline, scan: ParsedScan): Iterable<PortData> {
  const ports = new Map<string, PortData>();
  const ensurePort = ({ port, transport }: PortKey): PortData => {
    const key = toKey({ port, transport });
    const known = ports.get(key);
    if (known) return known;
    const added = { portKey: { port, transport }, service: null, facts: [], checks: [] };
    ports.set(key, added);
    return added;
  };
  for (const known of baseline.ports.values()) ensurePort(known);
  for (const service of scan.services) ensurePort(service).service = service;
  for (const fact of scan.facts)
    if (fact.port !== null && fact.transport !== null) ensurePort(fact as PortKey).facts.push(fact);
  for (const check of scan.checks) ports.get(toKey(check))?.checks.push(check);
  return ports.values();
}

const DETAILS: Record<NotComparedReason, string> = {
  ports_not_scanned: 'These ports were outside the scanned range.',
  ports_silent: 'These ports gave no answer: they may still be open.',
  service_not_identified: 'These ports responded with less information than before.',
  check_inconclusive: 'A check that had failed before could not be completed.',
  not_matched:
    'The services on these ports are unchanged, but the vulnerability data that they were matched ' +
    'with before is no longer available.',
};

function createNotCompared(
  { host }: HostComparison,
  reason: NotComparedReason,
  ports: readonly number[],
): NotCompared {
  return { ...host, reason, detail: DETAILS[reason], ports: describePorts(ports) };
}
