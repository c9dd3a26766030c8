import type { CheckResult } from '../../pentest/checks/check.js';
import { describePorts } from '../../pentest/ports.js';
import type { Observation, NotCompared, PortsResult, ReportFact, ReportService } from '../diff.js';
import {
  comparePort,
  isScanned,
  type NotComparedReason,
  type PortBaseline,
} from './compare-ports.js';
import type { PortSet } from './port-set.js';
import type { HostComparison } from './record-finding.js';

/** What is known of a host's ports: those that are open or have findings, and when which were looked at (the newest look of each range). */
export interface PortsBaseline {
  ports: Map<string, PortBaseline>;
  looks: Map<string, Observation>;
}

/** A scan with its texts read. */
export interface ParsedScan {
  looked_at: string;
  ports: PortSet;
  services: readonly ReportService[];
  checks: readonly CheckResult[];
  facts: readonly ReportFact[];
}

export function parseScan(
  result: PortsResult,
  ports: PortSet,
  facts: readonly ReportFact[],
): ParsedScan {
  return {
    looked_at: result.looked_at,
    ports,
    services: JSON.parse(result.services) as ReportService[],
    checks: JSON.parse(result.checks) as CheckResult[],
    facts,
  };
}

interface Place {
  port: number;
  transport: 'tcp' | 'udp';
}
const keyOf = ({ port, transport }: Place): string => `${port}/${transport}`;

/** Compares a scan of a host with what was known of its ports, and brings that up to date. */
export function compareScan(
  scene: HostComparison,
  base: PortsBaseline,
  scan: ParsedScan,
  portSet: (text: string) => PortSet,
): void {
  const looks = [...base.looks].reverse().map(([text, look]) => ({ ports: portSet(text), look }));
  const doubts = new Map<NotComparedReason, number[]>();
  for (const { place, service, facts, checks } of placesOf(base, scan)) {
    const before = base.ports.get(keyOf(place)) ?? null;
    const earlier = looks.find((l) => isScanned(l.ports, place))?.look ?? null;
    const compared = comparePort(scene, before, {
      ...place,
      isLookedAt: isScanned(scan.ports, place),
      service,
      facts,
      checks,
      base: earlier,
    });
    if (compared.base) base.ports.set(keyOf(place), compared.base);
    else base.ports.delete(keyOf(place));
    const isLeftOut = before !== null && place.transport === 'tcp' && !scan.ports.has(place.port);
    for (const doubt of isLeftOut ? compared.doubts.add('ports_not_scanned') : compared.doubts)
      doubts.set(doubt, [...(doubts.get(doubt) ?? []), place.port]);
  }
  base.looks.delete(scan.looked_at);
  base.looks.set(scan.looked_at, scene.now); // the newest stands last
  for (const [reason, ports] of doubts)
    scene.diff.not_compared.push(notCompared(scene, reason, ports));
}

function placesOf(base: PortsBaseline, scan: ParsedScan) {
  const places = new Map<
    string,
    { place: Place; service: ReportService | null; facts: ReportFact[]; checks: CheckResult[] }
  >();
  const at = ({ port, transport }: Place) => {
    const known = places.get(`${port}/${transport}`) ?? {
      place: { port, transport },
      service: null,
      facts: [],
      checks: [],
    };
    places.set(`${port}/${transport}`, known);
    return known;
  };
  for (const known of base.ports.values()) at(known);
  for (const service of scan.services) at(service).service = service;
  for (const fact of scan.facts)
    if (fact.port !== null && fact.transport !== null) at(fact as Place).facts.push(fact);
  for (const check of scan.checks) places.get(keyOf(check))?.checks.push(check);
  return places.values();
}

const DETAILS: Record<NotComparedReason, string> = {
  ports_not_scanned: 'These ports were outside the range that was scanned.',
  service_not_identified:
    'These ports answered, but did not tell what listens there as they did before.',
  check_inconclusive:
    'A check that had found a weakness on these ports could not be repeated to the end.',
  not_judged:
    'What listens on these ports is the same, but the vulnerability data that it was judged by before were not there any more.',
};

function notCompared(
  { host }: HostComparison,
  reason: NotComparedReason,
  ports: readonly number[],
): NotCompared {
  return { ...host, reason, detail: DETAILS[reason], ports: describePorts(ports) };
}
