import type { Statement } from 'better-sqlite3';
import type { Sqlite } from '../database/sqlite.js';

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
  'reboot_required',
  'packages_count',
  'packages_read',
  'warnings',
];

const SQL = {
  host: 'SELECT 1 FROM hosts WHERE id = ?',
  lastReport:
    'SELECT r.id, r.sections FROM inventories i JOIN inventory_reports r ON r.id = i.report_id WHERE i.host_id = ?',
  addReport:
    'INSERT INTO inventory_reports (host_id, source, stored_at, sections) VALUES (?, ?, ?, ?)',
  dropReports:
    'DELETE FROM inventory_reports WHERE host_id = ? AND id < (SELECT id FROM inventory_reports WHERE host_id = ? ORDER BY id DESC LIMIT 1 OFFSET 1)',
  // Hundreds of rows at a time go in and out as one text each: every row by itself takes ten times as long.
  links:
    "SELECT group_concat(package_id) AS ids, group_concat(coalesce(installed_at, '')) AS installed FROM (SELECT package_id, installed_at FROM host_packages WHERE host_id = ?)",
  link: 'INSERT INTO host_packages (host_id, package_id, installed_at) SELECT ?, value ->> 0, value ->> 1 FROM json_each(?) WHERE true ON CONFLICT DO UPDATE SET installed_at = excluded.installed_at',
  unlink:
    'DELETE FROM host_packages WHERE host_id = ? AND package_id IN (SELECT value FROM json_each(?))',
  packages:
    'SELECT id, format, name, architecture, version FROM packages WHERE id IN (SELECT value FROM json_each(?))',
  addChanges:
    'INSERT INTO package_changes (host_id, report_id, number, detected_at, change, from_package, to_package) SELECT ?, ?, key, ?, value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)',
  dropChanges: `DELETE FROM package_changes WHERE host_id = ? AND report_id <
    (SELECT report_id FROM package_changes WHERE host_id = ? ORDER BY report_id DESC, number DESC LIMIT 1 OFFSET ?)`,
  upsert: `INSERT INTO inventories (host_id, import_id, scopes, ${FACTS.join(', ')}) VALUES (@host_id, @import_id, coalesce(@scopes, '[]'), ${FACTS.map((f) => `@${f}`).join(', ')})
    ON CONFLICT DO UPDATE SET import_id = coalesce(excluded.import_id, import_id), scopes = coalesce(@scopes, scopes), ${FACTS.map((f) => `${f} = excluded.${f}`).join(', ')}`,
} as const;

type Statements = Record<keyof typeof SQL, Statement<unknown[]>>;

const made = new WeakMap<Sqlite, Statements>();

/** The statements of the store, prepared once for each database. */
export function statementsOf(sqlite: Sqlite): Statements {
  let statements = made.get(sqlite);
  if (!statements) {
    statements = Object.fromEntries(
      Object.entries(SQL).map(([name, text]) => [name, sqlite.prepare(text)]),
    ) as Statements;
    made.set(sqlite, statements);
  }
  return statements;
}
