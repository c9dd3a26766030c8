import type { Sqlite } from '../database/sqlite.js';
import { INVENTORY_JSON } from '../hosts/hosts.inventory.json.js';
import { offsetOf, type Page } from '../http/common.js';
import { memoizeWeak } from '../lib/memoize.js';

// Package lists are long: SQLite writes their JSON.

const COLUMNS = [
  'name',
  'version',
  'architecture',
  'source',
  'source_version',
  'vendor',
  'module',
  'format',
  'size',
].map((c) => `'${c}', p.${c}`);
const PACKAGE = `json_object(${COLUMNS.join(', ')}, 'installed_at', l.installed_at)`;
const OF_HOST =
  'FROM host_packages l JOIN packages p ON p.id = l.package_id WHERE l.host_id = @host_id';
const NAMED = `${OF_HOST} AND instr(lower_case(p.name), @name) > 0`;
const CHANGE = `json_object('detected_at', c.detected_at, 'change', c.change, 'name', coalesce(t.name, f.name),
  'architecture', CASE WHEN t.id IS NULL THEN f.architecture ELSE t.architecture END,
  'from_version', f.version, 'to_version', t.version)`;
const CHANGES =
  'FROM package_changes c LEFT JOIN packages f ON f.id = c.from_package LEFT JOIN packages t ON t.id = c.to_package WHERE c.host_id = @host_id';
const IN_ORDER = 'ORDER BY p.name, p.architecture, p.version, p.id LIMIT @limit OFFSET @offset';

const SQL = {
  packages: `SELECT ${PACKAGE} ${OF_HOST} ${IN_ORDER}`,
  packagesNamed: `SELECT ${PACKAGE} ${NAMED} ${IN_ORDER}`,
  countPackages: `SELECT count(*) FROM host_packages WHERE host_id = @host_id`,
  countPackagesNamed: `SELECT count(*) ${NAMED}`,
  changes: `SELECT ${CHANGE} ${CHANGES} ORDER BY c.report_id DESC, c.number LIMIT @limit OFFSET @offset`,
  countChanges: 'SELECT count(*) FROM package_changes WHERE host_id = @host_id',
  inventory: `SELECT json_insert(${INVENTORY_JSON.v2}, '$.warnings', json(i.warnings)) FROM inventories i WHERE i.host_id = @host_id`,
} as const;

/** The statements, prepared once per connection. */
const jsonStatements = memoizeWeak((sqlite: Sqlite) => {
  // SQLite's lower() supports ASCII only, and names of programs are in any language.
  sqlite.function('lower_case', { deterministic: true }, (text: unknown) =>
    String(text).toLowerCase(),
  );
  const prepare = (sql: string) => sqlite.prepare<[unknown], string | number>(sql).pluck();
  return {
    packages: prepare(SQL.packages),
    packagesNamed: prepare(SQL.packagesNamed),
    countPackages: prepare(SQL.countPackages),
    countPackagesNamed: prepare(SQL.countPackagesNamed),
    changes: prepare(SQL.changes),
    countChanges: prepare(SQL.countChanges),
    inventory: prepare(SQL.inventory),
  };
});

/** The JSON of one page of a list, and the length of the list. */
export interface JsonPage {
  items: string;
  total: number;
}

/** Returns a page of a host's packages, ordered by name. `name`: part of the name, in lower case. */
export function packagesJson(
  sqlite: Sqlite,
  host_id: number,
  { name, ...page }: Page & { name?: string },
): JsonPage {
  const sql = jsonStatements(sqlite);
  const isFiltered = name !== undefined;
  const list = isFiltered ? sql.packagesNamed : sql.packages;
  const count = isFiltered ? sql.countPackagesNamed : sql.countPackages;
  const filter = isFiltered ? { host_id, name } : { host_id };
  return {
    items: `[${list.all({ ...filter, limit: page.limit, offset: offsetOf(page) }).join(',')}]`,
    total: Number(count.get(filter)),
  };
}

/** Returns a page of the changes of a host's packages, latest first. */
export function changesJson(sqlite: Sqlite, host_id: number, page: Page): JsonPage {
  const sql = jsonStatements(sqlite);
  return {
    items: `[${sql.changes.all({ host_id, limit: page.limit, offset: offsetOf(page) }).join(',')}]`,
    total: Number(sql.countChanges.get({ host_id })),
  };
}

/** Returns a host's inventory in the form of API v2, with its warnings; undefined while none is stored. */
export const inventoryJson = (sqlite: Sqlite, host_id: number): string | undefined =>
  jsonStatements(sqlite).inventory.get({ host_id }) as string | undefined;
