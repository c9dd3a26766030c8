import type { CheckResult } from '../pentest/checks/check.js';
import { checkVulnerability } from './check-facts.js';
import type { LookedAt } from './findings.store.js';

/** A service as far as it is one or another. */
export interface KnownService { port: number; transport: string; service: string | null; product: string | null; version: string | null }

/** What a scan tells of a host's ports. */
export interface ScannedPorts { services: readonly KnownService[]; looked_at: readonly number[]; checks?: readonly CheckResult[] }

/**
 * Which findings of ports a scan looked at anew: those of a port that is closed now; of a service that told at least as much as before; of a check that came to a result.
 * A service that told less this time, and a check that could not tell, say nothing new.
 * @param before the services as they were known until now
 */
export function portsLookedAt({ services, looked_at, checks = [] }: ScannedPorts, before: readonly KnownService[]): LookedAt {
  const ports = new Set(looked_at);
  const known = new Map(before.map((s) => [placeOf(s), s]));
  const open = new Map(services.map((s) => [placeOf(s), !tellsLess(s, known.get(placeOf(s)))]));
  const told = new Set(checks.filter((c) => c.result !== 'unknown').map((c) => `${checkVulnerability(c.id)} ${placeOf(c)}`));
  return ({ origin, vulnerability_id, port, transport }) => {
    if (origin === 'package' || port === null) return false;
    const place = placeOf({ port, transport });
    const isUnderstood = open.get(place);
    if (told.has(`${vulnerability_id} ${place}`)) return true;
    if (transport === 'tcp' && isUnderstood === undefined) return ports.has(port);
    return origin === 'service' && isUnderstood === true;
  };
}

const placeOf = ({ port, transport }: { port: number; transport: string | null }): string => `${transport}/${port}`;

function tellsLess(now: KnownService, before: KnownService | undefined): boolean {
  if (before === undefined) return false;
  if (now.service === null) return before.service !== null;
  if (now.service !== before.service) return false;
  if (now.product === null) return before.product !== null;
  return now.product === before.product && now.version === null && before.version !== null;
}
