import type { CheckResult } from '../../pentest/checks/check.js';
import {
  isDifferentService,
  isLessSpecific,
  type ServiceFingerprint,
} from '../../pentest/service-fingerprint.js';
import { checkVulnerability } from './check-facts.js';
import type { WasChecked } from './findings.store.js';

/** A service on its port, as it is known. */
export interface KnownService extends ServiceFingerprint {
  port: number;
  transport: string;
}

/** What a scan tells of a host's ports. */
export interface ScannedPorts {
  services: readonly (KnownService & { confidence: string })[];
  looked_at: readonly number[];
  checks?: readonly CheckResult[];
}

/** What of a scan counts. */
export interface ScanCoverage {
  /** which findings it looked at anew: those of a port that is closed now; of a service that told at least as much as before; of a check that came to a result, or whose port has another service now */
  wasChecked: WasChecked;
  /** whether a port tells less than it did: what is judged by that is nothing new */
  isLessSpecific: (place: { port: number | null; transport: string | null }) => boolean;
}

/** @param before the services as they were known until now, each as it was when it told most */
export function conclusivePorts(
  { services, looked_at, checks = [] }: ScannedPorts,
  before: readonly KnownService[],
): ScanCoverage {
  const ports = new Set(looked_at);
  const known = new Map(before.map((s) => [placeOf(s), s]));
  const open = new Map(services.map((s) => [placeOf(s), s]));
  const told = new Map(checks.map((c) => [`${checkVulnerability(c.id)} ${placeOf(c)}`, c.result]));
  const isLess: ScanCoverage['isLessSpecific'] = (at) => {
    const [now, then] = [open.get(placeOf(at)), known.get(placeOf(at))];
    return now !== undefined && then !== undefined && isLessSpecific(now, then);
  };
  const lookedAt: WasChecked = ({ origin, vulnerability_id, port, transport }) => {
    if (origin === 'package' || port === null) return false;
    const place = placeOf({ port, transport });
    const result = told.get(`${vulnerability_id} ${place}`);
    if (result !== undefined) return result !== 'unknown';
    const [now, then] = [open.get(place), known.get(place)];
    if (now === undefined) return transport === 'tcp' && ports.has(port);
    if (origin === 'service') return !isLess({ port, transport });
    return then !== undefined && isDifferentService(now, then);
  };
  return { wasChecked: lookedAt, isLessSpecific: isLess };
}

const placeOf = ({ port, transport }: { port: number | null; transport: string | null }): string =>
  `${transport}/${port}`;
