import type { CheckResult } from '../../pentest/checks/check.js';
import {
  isDifferentService,
  isLessSpecific,
  type ServiceFingerprint,
} from '../../pentest/service-fingerprint.js';
import type { WasChecked } from './findings.store.js';

/** A known service with its port. */
export interface KnownService extends ServiceFingerprint {
  port: number;
  transport: string;
}

/** The part of a scan's result that says which findings were checked. */
export interface ScannedPorts {
  services: readonly (KnownService & { confidence: string })[];
  scanned_ports: readonly number[];
  silent_ports?: readonly number[];
  checks?: readonly CheckResult[];
}

interface Port {
  port: number | null;
  transport: string | null;
}

export interface ScanCoverage {
  /**
   * A finding was checked if its port is closed now; if its service was reported at least as specifically as before; if
   * its check had a conclusive result; or if another service listens on the port of its check now.
   */
  wasChecked: WasChecked;
  /** Whether the service on a port is less specific than before. Matches of such a service are not new findings. */
  isLessSpecific: (port: Port) => boolean;
}

/** @param before the services known until now, each with its most specific identification */
export function conclusivePorts(
  { services, scanned_ports, silent_ports = [], checks = [] }: ScannedPorts,
  before: readonly KnownService[],
): ScanCoverage {
  const silentPorts = new Set(silent_ports);
  const answeredPorts = new Set(scanned_ports.filter((port) => !silentPorts.has(port)));
  const knownServices = new Map(before.map((s) => [portKey(s), s]));
  const openServices = new Map(services.map((s) => [portKey(s), s]));
  const checkResults = new Map(checks.map((c) => [`${c.id} ${portKey(c)}`, c.result]));

  const isLess: ScanCoverage['isLessSpecific'] = (port) => {
    const now = openServices.get(portKey(port));
    const known = knownServices.get(portKey(port));
    return now !== undefined && known !== undefined && isLessSpecific(now, known);
  };
  const wasChecked: WasChecked = ({ origin, vulnerability_id, port, transport }) => {
    if (origin === 'package' || port === null) return false;
    const key = portKey({ port, transport });
    const result = checkResults.get(`${vulnerability_id} ${key}`);
    if (result !== undefined) return result !== 'unknown';
    const now = openServices.get(key);
    if (now === undefined) return transport === 'tcp' && answeredPorts.has(port);
    if (origin === 'service') return !isLess({ port, transport });
    const known = knownServices.get(key);
    return known !== undefined && isDifferentService(now, known);
  };
  return { wasChecked, isLessSpecific: isLess };
}

const portKey = ({ port, transport }: Port): string => `${transport}/${port}`;
