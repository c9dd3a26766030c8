import type { Selectable } from 'kysely';
import type { Sqlite } from '../../database/sqlite.js';
import type { MatchablePackage, MatchableService } from '../facts.js';
import type { HostState } from '../matching/packages/host-packages.js';
import type { HostMatchStateTable } from '../vulnerabilities.table.js';

/** The services of a host that reported a version. The others have no matches. */
export const prepareHostServices = (sqlite: Sqlite) =>
  sqlite.prepare<[host: number], MatchableService>(
    'SELECT port, transport, service, product, version, revision, cpe, banner FROM services WHERE host_id = ? AND version IS NOT NULL',
  );

/** The state of a host; none while no inventory of it is stored. */
export const prepareHostState = (sqlite: Sqlite) =>
  sqlite.prepare<[host: number], HostState>(
    `SELECT scopes AS ecosystems, CASE WHEN coalesce(old_packages, live_patches) IS NULL
        THEN running_kernel || coalesce(' ' || running_version, '')
      ELSE coalesce(running_kernel || coalesce(' ' || running_version, ''), '')
        || char(10) || coalesce(old_packages, '') || coalesce(char(10) || live_patches, '') END AS running,
    (SELECT group_concat(package_id) FROM (SELECT package_id FROM host_packages WHERE host_id = i.host_id ORDER BY package_id)) AS packages FROM inventories i WHERE i.host_id = ?`,
  );

/** The input and the bookkeeping of matching one host. */
export const prepareMatchHostStatements = (sqlite: Sqlite) => ({
  state: prepareHostState(sqlite),
  lastMatch: sqlite.prepare<
    [host: number],
    Pick<Selectable<HostMatchStateTable>, 'generation' | 'rules' | 'state' | 'other_packages'>
  >('SELECT generation, rules, state, other_packages FROM host_match_states WHERE host_id = ?'),
  packagesOfHost: sqlite.prepare<[host: number], MatchablePackage>(
    'SELECT p.format, p.name, p.version, p.architecture, p.source, p.source_version, p.module, p.vendor FROM host_packages h JOIN packages p ON p.id = h.package_id WHERE h.host_id = ? ORDER BY p.id',
  ),
  /** @param ids JSON array */
  packagesById: sqlite.prepare<[ids: string], MatchablePackage & { id: number }>(
    'SELECT id, format, name, version, architecture, source, source_version, module, vendor FROM packages WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id',
  ),
  services: prepareHostServices(sqlite),
  hasMoreFindings: sqlite
    .prepare<[host: number, count: number], 1>(
      'SELECT 1 FROM host_findings WHERE host_id = ? LIMIT 1 OFFSET ?',
    )
    .pluck(),
  saveMatch: sqlite.prepare<
    [
      {
        hostId: number;
        generation: number;
        rules: number;
        state: Buffer;
        readAt: number | null;
        otherPackages: string | null;
      },
    ]
  >(
    `INSERT INTO host_match_states (host_id, generation, rules, state, read_at, other_packages) VALUES (@hostId, @generation, @rules, @state, coalesce(@readAt, 0), @otherPackages)
    ON CONFLICT DO UPDATE SET generation = excluded.generation, rules = excluded.rules, state = excluded.state, read_at = coalesce(@readAt, read_at), other_packages = excluded.other_packages`,
  ),
});

/** Marks a host as not matched: all of it is matched next time. */
export const prepareMarkUnmatched = (sqlite: Sqlite) =>
  sqlite.prepare<[host: number]>("UPDATE host_match_states SET state = x'' WHERE host_id = ?");
