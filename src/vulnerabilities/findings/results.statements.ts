import type { Sqlite } from '../../database/sqlite.js';
import { contentHash } from '../../lib/content-hash.js';
import type { PackageListState } from '../coverage/coverage-state.js';
import { OTHER_PACKAGES } from '../coverage/coverage.statements.js';
import type { TaskResultTable } from '../vulnerabilities.table.js';
import { encodeIdSet } from './id-set.js';
import type { KnownService } from './scan-coverage.js';

type NewResult = Omit<TaskResultTable, 'task_id' | 'host_id' | 'number' | 'rules'> & {
  rules: number;
  taskId: number;
  hostId: number;
};

export interface StoredInventory {
  collected_at: number;
  scopes: string;
  /** the name of the operating system */
  system: string | null;
  /** RULES_VERSION of the last match */
  rules: number | null;
  /** of the last match; null: the packages could not be matched */
  generation: number | null;
  packages_read: 0 | 1;
  package_list: PackageListState;
  /** JSON of OtherPackages */
  other_packages: string | null;
  /** ids, separated by commas */
  packages: string | null;
}

export const prepareResultStatements = (sqlite: Sqlite) => ({
  save: sqlite.prepare<[NewResult]>(
    `INSERT OR REPLACE INTO task_results (task_id, host_id, kind, observed_at, generation, scopes, rules, system, state_id, facts_id, package_list, other_packages, identifiers, number)
    VALUES (@taskId, @hostId, @kind, @observed_at, @generation, @scopes, @rules, @system, @state_id, @facts_id, @package_list, @other_packages, @identifiers, (SELECT number FROM newest_result))`,
  ),
  nextNumber: sqlite.prepare('UPDATE newest_result SET number = number + 1'),
  services: sqlite.prepare<[host: number], KnownService & { identified_as: string | null }>(
    'SELECT port, transport, service, product, version, revision, tls, identified_as FROM services WHERE host_id = ?',
  ),
  inventory: sqlite.prepare<[host: number], StoredInventory>(
    `SELECT i.collected_at, i.scopes, i.full_os_name AS system, m.rules, i.packages_read, i.package_list, ${OTHER_PACKAGES} AS other_packages, iif(length(m.state) = 16, m.generation, NULL) AS generation, (SELECT group_concat(package_id) FROM host_packages WHERE host_id = i.host_id) AS packages
    FROM inventories i LEFT JOIN host_match_states m ON m.host_id = i.host_id WHERE i.host_id = ?`,
  ),
  lastMatch: sqlite.prepare<[host: number], { generation: number; rules: number }>(
    'SELECT generation, rules FROM host_match_states WHERE host_id = ?',
  ),
  /** a scan of the host in another task */
  otherScan: sqlite
    .prepare<[host: number, task: number], 1>(
      `SELECT 1 FROM task_hosts h JOIN task_results r ON r.task_id = h.task_id AND r.host_id = h.host_id
      WHERE h.host_id = ? AND r.kind = 'ports' AND h.task_id <> ? LIMIT 1`,
    )
    .pluck(),
  hasState: sqlite
    .prepare<[state: number], 1>('SELECT 1 FROM task_results WHERE state_id = ? LIMIT 1')
    .pluck(),
  /** @param ids JSON array */
  keepPackages: sqlite.prepare<[ids: string]>(
    'UPDATE packages SET pinned = 1 WHERE pinned = 0 AND id IN (SELECT value FROM json_each(?))',
  ),
});

/** Stores a set of ids once and returns the id of the set. Inside a transaction only. */
export type StoreIdSet = (ids: readonly number[]) => number;

export function createIdSetStore(sqlite: Sqlite): StoreIdSet {
  const find = sqlite.prepare<[Buffer], number>('SELECT id FROM number_sets WHERE key = ?').pluck();
  const insert = sqlite.prepare('INSERT INTO number_sets (key, numbers) VALUES (?, ?)');
  return (ids) => {
    const encoded = encodeIdSet(ids);
    const key = contentHash(encoded);
    return find.get(key) ?? Number(insert.run(key, encoded).lastInsertRowid);
  };
}
