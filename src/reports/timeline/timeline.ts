import type { Severity } from '../../knowledge/records.js';
import type { PortSet } from '../compare/port-set.js';

/** A port that was found open. */
export interface OpenPort {
  port: number;
  transport: 'tcp' | 'udp';
  service: string | null;
}

/** A scan of a host; `scanned`: its TCP ports that answered. */
export interface TimelineScan {
  services: readonly OpenPort[];
  scanned: PortSet;
}

/** A fact, as far as findings of two results are compared. `place`: equal for the same finding. */
export interface TimelineFact {
  place: string;
  /** null: in a package */
  port: number | null;
  transport: string | null;
  severity: Severity;
}

const keyOf = ({ port, transport }: OpenPort): string => `${port}/${transport}`;

/**
 * Returns the ports that were opened and closed between two scans. A port that one of them left out is neither, nor
 * is a UDP port that did not answer: its silence says nothing.
 */
export function comparePorts(
  before: TimelineScan,
  after: TimelineScan,
): { opened: OpenPort[]; closed: OpenPort[] } {
  const openBefore = new Set(before.services.map(keyOf));
  const openAfter = new Set(after.services.map(keyOf));
  const isTcpIn = (scan: TimelineScan, { port, transport }: OpenPort): boolean =>
    transport === 'tcp' && scan.scanned.has(port);
  return {
    opened: after.services.filter((s) => !openBefore.has(keyOf(s)) && isTcpIn(before, s)),
    closed: before.services.filter((s) => !openAfter.has(keyOf(s)) && isTcpIn(after, s)),
  };
}

/**
 * Returns the condition that a finding can be compared: its port answered in all scans. `scans`: null is no scan of
 * ports.
 */
export const isObserved =
  (scans: readonly (PortSet | null)[]) =>
  ({ port, transport }: Pick<TimelineFact, 'port' | 'transport'>): boolean =>
    port === null ||
    transport === 'udp' || // scans list the TCP ports
    scans.every((scanned) => scanned === null || scanned.has(port));

/** Returns how many findings of `after` are not in `before`, and the other way round, by their place. */
export function compareFacts(
  before: readonly TimelineFact[],
  after: readonly TimelineFact[],
): { appeared: number; disappeared: number } {
  const placesBefore = new Set(before.map((fact) => fact.place));
  const placesAfter = new Set(after.map((fact) => fact.place));
  return {
    appeared: countMissing(placesAfter, placesBefore),
    disappeared: countMissing(placesBefore, placesAfter),
  };
}

const countMissing = (of: ReadonlySet<string>, from: ReadonlySet<string>): number =>
  [...of].filter((place) => !from.has(place)).length;

/** Returns the number of findings of each severity that occurs. */
export function countPresentSeverities(
  facts: readonly TimelineFact[],
): Partial<Record<Severity, number>> {
  const counts: Partial<Record<Severity, number>> = {};
  for (const { severity } of facts) counts[severity] = (counts[severity] ?? 0) + 1;
  return counts;
}
