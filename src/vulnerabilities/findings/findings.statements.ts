import type { Sqlite } from '../../database/sqlite.js';
import type { FactTable, HostFindingTable } from '../vulnerabilities.table.js';

/** The part of a fact that identifies a finding of a host. */
export type FindingIdentity = Pick<
  FactTable,
  'vulnerability_id' | 'package' | 'architecture' | 'port' | 'transport'
>;

/** A finding of a host, as far as findings are compared. */
export type StoredFinding = FindingIdentity &
  Pick<FactTable, 'origin' | 'installed_version' | 'feed'> &
  Pick<HostFindingTable, 'fact_id' | 'first_seen'> & {
    /** the source of its package, if that has another name */
    source: string | null;
    /** the ecosystem; null: a check */
    scope: string | null;
  };

export const prepareFindingStatements = (sqlite: Sqlite) => ({
  ofHost: sqlite.prepare<[host: number], StoredFinding>(
    `SELECT f.fact_id, f.first_seen, k.origin, k.vulnerability_id, k.package, k.architecture, k.port, k.transport, k.installed_version, k.feed, k.basis ->> 'source' AS source, k.basis ->> 'scope' AS scope
    FROM host_findings f JOIN facts k ON k.id = f.fact_id WHERE f.host_id = ? ORDER BY f.fact_id`,
  ),
  packageFactIds: sqlite
    .prepare<[host: number], number>(
      "SELECT f.fact_id FROM host_findings f JOIN facts k ON k.id = f.fact_id WHERE f.host_id = ? AND k.origin = 'package' ORDER BY 1",
    )
    .pluck(),
  identity: sqlite.prepare<[fact: number], FindingIdentity>(
    'SELECT vulnerability_id, package, architecture, port, transport FROM facts WHERE id = ?',
  ),
  remove: sqlite.prepare<[host: number, fact: number]>(
    'DELETE FROM host_findings WHERE host_id = ? AND fact_id = ?',
  ),
  insert: sqlite.prepare<[host: number, fact: number, firstSeen: number, lastSeen: number]>(
    'INSERT INTO host_findings (host_id, fact_id, first_seen, last_seen) VALUES (?, ?, ?, ?)',
  ),
  setLastSeen: sqlite.prepare<[lastSeen: number, host: number, fact: number]>(
    'UPDATE host_findings SET last_seen = ? WHERE host_id = ? AND fact_id = ?',
  ),
});
