import type { Sqlite } from '../database/sqlite.js';
import type { FoundService } from '../pentest/service.js';
import { isLessSpecific, type ServiceFingerprint } from '../pentest/service-fingerprint.js';

const UPSERT = `
  INSERT INTO services (host_id, port, transport, state, service, product, version, revision, cpe, banner, tls, details, confidence, known_as, first_seen, last_seen)
  VALUES (@host_id, @port, @transport, @state, @service, @product, @version, @revision, @cpe, @banner, @tls, @details, @confidence, @known_as, @now, @now)
  ON CONFLICT (host_id, transport, port) DO UPDATE SET state = excluded.state, service = excluded.service, product = excluded.product, version = excluded.version,
    revision = excluded.revision, cpe = excluded.cpe, banner = excluded.banner, tls = excluded.tls, details = excluded.details, confidence = excluded.confidence, known_as = excluded.known_as, last_seen = excluded.last_seen`;

interface Stored extends ServiceFingerprint {
  id: number;
  port: number;
  known_as: string | null;
}

export type StoreServices = (
  hostId: number,
  scan: { services: readonly FoundService[]; looked_at: readonly number[] },
  now: number,
) => void;

/**
 * Brings the stored services of one host to what a scan found: new ones get a first_seen, known ones keep theirs, and those whose
 * port was looked at and is not open any more go. Ports that were not looked at stay as they are. Inside a transaction only.
 */
export function createStoreServices(sqlite: Sqlite): StoreServices {
  const stored = sqlite.prepare<[number], Stored>(
    "SELECT id, port, service, product, version, revision, tls, known_as FROM services WHERE host_id = ? AND transport = 'tcp'",
  );
  const remove = sqlite.prepare('DELETE FROM services WHERE id = ?');
  const upsert = sqlite.prepare(UPSERT);
  return (hostId, scan, now) => {
    const open = new Set(scan.services.map((s) => s.port));
    const known = new Map(stored.all(hostId).map((s) => [s.port, s]));
    const gone = new Map(
      [...known.values()].filter((s) => !open.has(s.port)).map((s) => [s.port, s.id]),
    );
    if (gone.size > 0)
      for (const port of scan.looked_at) if (gone.has(port)) remove.run(gone.get(port));
    for (const s of scan.services)
      upsert.run({
        ...s,
        host_id: hostId,
        tls: s.tls && JSON.stringify(s.tls),
        details: JSON.stringify(s.details),
        known_as: knownAs(s, known.get(s.port)),
        now,
      });
  };
}

// What a port told when it told most is remembered until it tells as much again, or something else.
function knownAs(now: FoundService, stored: Stored | undefined): string | null {
  if (stored === undefined) return null;
  const { service, product, version, revision, tls } = stored;
  const before =
    stored.known_as === null
      ? { service, product, version, revision, tls }
      : (JSON.parse(stored.known_as) as ServiceFingerprint);
  return isLessSpecific(now, before) ? JSON.stringify(before) : null;
}
