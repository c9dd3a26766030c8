import type { Sqlite } from '../../database/sqlite.js';
import { memoizeWeak } from '../../lib/memoize.js';
import type { MatchablePackage } from '../../vulnerabilities/facts.js';
import { UNKNOWN_PUBLISHER } from '../../vulnerabilities/matching/origin/evidence.js';
import type { PackageFormat, ReportSource } from '../inventory.js';

/** Columns of `inventories` that each report replaces. */
const FACTS = [
  'report_id',
  'collected_at',
  'name',
  'os',
  'kernel_version',
  'os_version',
  'full_os_name',
  'ram',
  'cpu_cores',
  'cpu_name',
  'uptime',
  'architecture',
  'running_kernel',
  'running_version',
  'custom_kernel',
  'live_patches',
  'reboot_required',
  'packages_count',
  'packages_read',
  'package_list',
  'warnings',
  'unconfirmed_list',
  'machine_id',
];

/** Columns of `packages`, in the order of the values of `insertPackage`. */
export const PACKAGE_COLUMNS = [
  'format',
  'name',
  'version',
  'architecture',
  'source',
  'source_version',
  'vendor',
  'module',
  'size',
] as const;

/** A row of `packages` as far as changes need it. */
export interface PackageVersion {
  id: number;
  format: string;
  name: string;
  architecture: string | null;
  version: string;
}

/** The latest package list of a host. */
export interface StoredList {
  /** their number */
  packages: number;
  /** null: unknown */
  os: string | null;
  /** the hash of a list that the next report must confirm */
  unconfirmed: string | null;
  /** Unix seconds */
  collectedAt: number;
  /** null: unknown */
  machineId: string | null;
  /** JSON, format → last minute of its log; null: unknown */
  packageLog: string | null;
}

/** A package of a host that a list has or lacks. `isNew`: the host did not have it. */
export interface ComparedPackage extends PackageVersion {
  format: PackageFormat;
  isNew: 0 | 1;
}

/** The running code of a host, as its latest inventory has it. */
export interface StoredRunning {
  os: string | null;
  os_version: string | null;
  running_kernel: string | null;
  running_version: string | null;
  custom_kernel: string | null;
  reboot_required: 0 | 1 | null;
  old_code: string | null;
  old_packages: string | null;
  /** JSON array of ecosystems */
  scopes: string | null;
  /** Unix seconds */
  collected_at: number;
}

// Hundreds of rows at a time are read and written as one JSON or comma-separated text: single rows take ten times as
// long.
const SQL = {
  lastReport:
    'SELECT r.id, r.sections FROM inventories i JOIN inventory_reports r ON r.id = i.report_id WHERE i.host_id = ?',
  insertReport:
    'INSERT INTO inventory_reports (host_id, source, stored_at, sections) VALUES (?, ?, ?, ?)',
  deleteOldReports:
    'DELETE FROM inventory_reports WHERE host_id = ? AND id < (SELECT id FROM inventory_reports WHERE host_id = ? ORDER BY id DESC LIMIT 1 OFFSET 1)',
  links:
    "SELECT group_concat(package_id) AS ids, group_concat(coalesce(installed_at, '')) AS installed FROM (SELECT package_id, installed_at FROM host_packages WHERE host_id = ?)",
  link: 'INSERT INTO host_packages (host_id, package_id, installed_at) SELECT ?, value ->> 0, value ->> 1 FROM json_each(?) WHERE true ON CONFLICT DO UPDATE SET installed_at = excluded.installed_at',
  unlink:
    'DELETE FROM host_packages WHERE host_id = ? AND package_id IN (SELECT value FROM json_each(?))',
  packages:
    'SELECT id, format, name, architecture, version FROM packages WHERE id IN (SELECT value FROM json_each(?))',
  unlisted:
    'SELECT p.id, p.format, p.name, p.architecture, p.version, 0 AS isNew FROM host_packages h JOIN packages p ON p.id = h.package_id WHERE h.host_id = ? AND p.id NOT IN (SELECT value FROM json_each(?))',
  listed:
    'SELECT p.id, p.format, p.name, p.architecture, p.version, h.host_id IS NULL AS isNew FROM packages p LEFT JOIN host_packages h ON h.package_id = p.id AND h.host_id = ? WHERE p.id IN (SELECT value FROM json_each(?))',
  matchablePackages:
    'SELECT format, name, version, architecture, source, source_version, module, vendor FROM packages WHERE id IN (SELECT value FROM json_each(?))',
  // The CTE is materialized: it gets an index for the join.
  withOrigins: `WITH known AS MATERIALIZED (SELECT * FROM packages WHERE id IN (SELECT value FROM json_each(@removed)) AND vendor <> '${UNKNOWN_PUBLISHER}')
    SELECT p.id, k.id AS known FROM packages p JOIN known k ON k.name = p.name AND k.version = p.version AND k.format = p.format
    AND k.architecture IS p.architecture AND k.source IS p.source AND k.source_version IS p.source_version AND k.module IS p.module
    WHERE p.id IN (SELECT value FROM json_each(@added)) AND p.vendor IS NULL`,
  insertChanges:
    'INSERT INTO package_changes (host_id, report_id, number, detected_at, change, from_package, to_package) SELECT @hostId, @reportId, @first + key, @now, value ->> 0, value ->> 1, value ->> 2 FROM json_each(@rows)',
  deleteOldChanges: `DELETE FROM package_changes WHERE host_id = ? AND report_id <
    (SELECT report_id FROM package_changes WHERE host_id = ? ORDER BY report_id DESC, number DESC LIMIT 1 OFFSET ?)`,
  upsertInventory: `INSERT INTO inventories (host_id, import_id, scopes, package_log, ${FACTS.join(', ')}) VALUES (@host_id, @import_id, coalesce(@scopes, '[]'), @package_log, ${FACTS.map((f) => `@${f}`).join(', ')})
    ON CONFLICT DO UPDATE SET import_id = coalesce(excluded.import_id, import_id), scopes = coalesce(@scopes, scopes), package_log = coalesce(@package_log, package_log), ${FACTS.map((f) => `${f} = excluded.${f}`).join(', ')}`,
  insertPackage: `INSERT INTO packages (key, ${PACKAGE_COLUMNS.join(', ')}) VALUES (?${', ?'.repeat(PACKAGE_COLUMNS.length)})`,
} as const;

/** The statements of the inventory store, prepared once per connection. */
export const storeStatements = memoizeWeak((sqlite: Sqlite) => ({
  findHost: sqlite.prepare<[number], number>('SELECT 1 FROM hosts WHERE id = ?').pluck(),
  findLastReport: sqlite.prepare<[number], { id: number; sections: Buffer }>(SQL.lastReport),
  findStoredList: sqlite.prepare<[number], StoredList>(
    'SELECT packages_count AS packages, os, unconfirmed_list AS unconfirmed, collected_at AS collectedAt, machine_id AS machineId, package_log AS packageLog FROM inventories WHERE host_id = ?',
  ),
  /** the packages of a host that are not in a JSON array of ids */
  findUnlisted: sqlite.prepare<[host: number, ids: string], ComparedPackage>(SQL.unlisted),
  /** the packages in a JSON array of ids */
  findListed: sqlite.prepare<[host: number, ids: string], ComparedPackage>(SQL.listed),
  insertReport: sqlite.prepare<[number, ReportSource, number, Uint8Array]>(SQL.insertReport),
  /** keeps the last two reports of the host, which is passed twice */
  deleteOldReports: sqlite.prepare<[number, number]>(SQL.deleteOldReports),
  /** the host's packages and times of installation, comma-separated in the same order; null: none */
  findLinks: sqlite.prepare<[number], { ids: string | null; installed: string | null }>(SQL.links),
  /** JSON: an array of [package id, time of installation or null] */
  link: sqlite.prepare<[number, string]>(SQL.link),
  /** JSON: an array of package ids */
  unlink: sqlite.prepare<[number, string]>(SQL.unlink),
  /** JSON: an array of package ids */
  findPackages: sqlite.prepare<[string], PackageVersion>(SQL.packages),
  /** packages without a vendor that equal a known one with a vendor; both arguments: JSON, an array of package ids */
  findWithOrigins: sqlite.prepare<
    [{ added: string; removed: string }],
    { id: number; known: number }
  >(SQL.withOrigins),
  /** `rows`: JSON, an array of [change, id of the package before, id of the package after] */
  insertChanges: sqlite.prepare<
    [{ hostId: number; reportId: number; first: number; now: number; rows: string }]
  >(SQL.insertChanges),
  /** host, host, and the number of latest changes to keep: complete reports are deleted beyond it */
  deleteOldChanges: sqlite.prepare<[number, number, number]>(SQL.deleteOldChanges),
  findRunning: sqlite.prepare<[number], StoredRunning>(
    'SELECT os, os_version, running_kernel, running_version, custom_kernel, reboot_required, old_code, old_packages, scopes, collected_at FROM inventories WHERE host_id = ?',
  ),
  saveOldPackages: sqlite.prepare<
    [{ hostId: number; oldCode: string | null; oldPackages: string | null; hasKernel: number }]
  >(
    'UPDATE inventories SET old_code = @oldCode, old_packages = @oldPackages, custom_kernel = iif(@hasKernel, NULL, custom_kernel) WHERE host_id = @hostId',
  ),
  /** JSON: an array of package ids */
  findMatchablePackages: sqlite.prepare<[string], MatchablePackage>(SQL.matchablePackages),
  upsertInventory: sqlite.prepare<[Record<string, unknown>]>(SQL.upsertInventory),
  findLine: sqlite
    .prepare<[Buffer], number>('SELECT id FROM inventory_lines WHERE key = ?')
    .pluck(),
  insertLine: sqlite.prepare<[Buffer, string | Buffer]>(
    'INSERT INTO inventory_lines (key, line) VALUES (?, ?)',
  ),
  findPackage: sqlite.prepare<[Buffer], number>('SELECT id FROM packages WHERE key = ?').pluck(),
  insertPackage: sqlite.prepare<unknown[]>(SQL.insertPackage),
}));
