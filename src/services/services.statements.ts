import type { Sqlite } from '../database/sqlite.js';
import type { ServiceFingerprint } from '../pentest/service-fingerprint.js';

export interface StoredService extends ServiceFingerprint {
  id: number;
  port: number;
  /** JSON of the most specific fingerprint so far; null: it is the stored one */
  identified_as: string | null;
}

const UPSERT = `
  INSERT INTO services (host_id, port, transport, state, service, product, version, revision, cpe, banner, tls, details, confidence, identified_as, checks, first_seen, last_seen)
  VALUES (@host_id, @port, @transport, @state, @service, @product, @version, @revision, @cpe, @banner, @tls, @details, @confidence, @identified_as, @checks, @now, @now)
  ON CONFLICT (host_id, transport, port) DO UPDATE SET state = excluded.state, service = excluded.service, product = excluded.product, version = excluded.version,
    revision = excluded.revision, cpe = excluded.cpe, banner = excluded.banner, tls = excluded.tls, details = excluded.details, confidence = excluded.confidence, identified_as = excluded.identified_as, checks = excluded.checks, silent = 0, last_seen = excluded.last_seen`;

/** Prepares the statements that store the services of a scanned host. */
export const createServiceStatements = (sqlite: Sqlite) => ({
  list: sqlite.prepare<[hostId: number], StoredService>(
    "SELECT id, port, service, product, version, revision, tls, identified_as FROM services WHERE host_id = ? AND transport = 'tcp'",
  ),
  delete: sqlite.prepare<[id: number | undefined]>('DELETE FROM services WHERE id = ?'),
  deleteAll: sqlite.prepare<[hostId: number]>('DELETE FROM services WHERE host_id = ?'),
  markSilent: sqlite.prepare<[hostId: number, port: number]>(
    "UPDATE services SET silent = 1 WHERE host_id = ? AND transport = 'tcp' AND port = ?",
  ),
  /** keeps `first_seen` of a known service */
  upsert: sqlite.prepare(UPSERT),
});
