import type { Sqlite } from '../database/sqlite.js';
import type { CheckResult } from '../pentest/checks/check.js';
import type { FoundService } from '../pentest/service.js';
import { isLessSpecific, type ServiceFingerprint } from '../pentest/service-fingerprint.js';
import { createServiceStatements, type StoredService } from './services.statements.js';

export type StoreServices = (
  hostId: number,
  scan: {
    services: readonly FoundService[];
    scanned_ports: readonly number[];
    silent_ports?: readonly number[];
    /** absent: they were switched off */
    checks?: readonly CheckResult[];
  },
  now: number,
  isOtherDevice?: boolean,
) => void;

/**
 * Stores the services of a scan of one host. New services get a first_seen, known ones keep theirs.
 * Services on scanned ports that are no longer open are deleted; those on other ports, and on ports that gave
 * no answer, stay unchanged. Of another device than before, nothing stays.
 * Call it inside a transaction.
 */
export function createStoreServices(sqlite: Sqlite): StoreServices {
  const statements = createServiceStatements(sqlite);
  return (hostId, scan, now, isOtherDevice = false) => {
    if (isOtherDevice) statements.deleteAll.run(hostId);
    const keptPorts = new Set([...scan.services.map((s) => s.port), ...(scan.silent_ports ?? [])]);
    const known = new Map(statements.list.all(hostId).map((s) => [s.port, s]));
    const notFound = new Map(
      [...known.values()].filter((s) => !keptPorts.has(s.port)).map((s) => [s.port, s.id]),
    );
    if (notFound.size > 0)
      for (const port of scan.scanned_ports)
        if (notFound.has(port)) statements.delete.run(notFound.get(port));
    for (const port of scan.silent_ports ?? [])
      if (known.has(port)) statements.markSilent.run(hostId, port);
    for (const s of scan.services)
      statements.upsert.run({
        ...s,
        host_id: hostId,
        tls: s.tls && JSON.stringify(s.tls),
        details: JSON.stringify(s.details),
        identified_as: knownAs(s, known.get(s.port)),
        checks: checksOf(s, scan.checks),
        now,
      });
  };
}

/** Returns how the checks of a port ended. @param checks undefined: they were switched off */
function checksOf(
  { port, transport }: FoundService,
  checks: readonly CheckResult[] | undefined,
): 'done' | 'inconclusive' | 'none' | 'off' {
  if (checks === undefined) return 'off';
  const ofPort = checks.filter((check) => check.port === port && check.transport === transport);
  if (ofPort.some(({ result }) => result === 'unknown')) return 'inconclusive';
  return ofPort.length > 0 ? 'done' : 'none';
}

// Keeps the most specific fingerprint of a port until a scan finds one as specific, or another service.
function knownAs(found: FoundService, stored: StoredService | undefined): string | null {
  if (stored === undefined) return null;
  const { service, product, version, revision, tls } = stored;
  const before =
    stored.identified_as === null
      ? { service, product, version, revision, tls }
      : (JSON.parse(stored.identified_as) as ServiceFingerprint);
  return isLessSpecific(found, before) ? JSON.stringify(before) : null;
}
