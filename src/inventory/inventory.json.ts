import type { Statement } from 'better-sqlite3';
import type { Sqlite } from '../database/sqlite.js';
import { INVENTORY_JSON } from '../hosts/hosts.inventory.js';
import { offsetOf, type Page } from '../http/common.js';

// Lists of a host's packages are long: SQLite writes their JSON itself.

const PACKAGE = `json_object(${['name', 'version', 'architecture', 'source', 'source_version', 'vendor', 'module', 'format', 'size'].map((c) => `'${c}', p.${c}`).join(', ')}, 'installed_at', l.installed_at)`;
const OF_HOST =
  'FROM host_packages l JOIN packages p ON p.id = l.package_id WHERE l.host_id = @host_id';
const NAMED = `${OF_HOST} AND instr(lower_case(p.name), @name) > 0`;
const CHANGE = `json_object('detected_at', c.detected_at, 'change', c.change, 'name', coalesce(t.name, f.name), 'architecture', CASE WHEN t.id IS NULL THEN f.architecture ELSE t.architecture END,
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
  imported: `SELECT json_insert(${INVENTORY_JSON.v2}, '$.warnings', json(i.warnings)) FROM inventories i WHERE i.host_id = @host_id`,
} as const;

type Statements = Record<keyof typeof SQL, Statement<unknown[], string | number>>;
const made = new WeakMap<Sqlite, Statements>();

function statementsOf(sqlite: Sqlite): Statements {
  let statements = made.get(sqlite);
  if (!statements) {
    // SQLite's own knows ASCII only, and programs are named in every language.
    sqlite.function('lower_case', { deterministic: true }, (text: unknown) =>
      String(text).toLowerCase(),
    );
    statements = Object.fromEntries(
      Object.entries(SQL).map(([name, text]) => [name, sqlite.prepare(text).pluck()]),
    ) as Statements;
    made.set(sqlite, statements);
  }
  return statements;
}

/** JSON of a list and how many there are in all. */
export interface JsonPage {
  items: string;
  total: number;
}

/** A page of a host's packages by name; `name`: a part of the name, in lower case. */
export function packagesJson(
  sqlite: Sqlite,
  host_id: number,
  { name, ...page }: Page & { name?: string },
): JsonPage {
  const sql = statementsOf(sqlite);
  const [list, count] =
    name === undefined
      ? [sql.packages, sql.countPackages]
      : [sql.packagesNamed, sql.countPackagesNamed];
  const filter = name === undefined ? { host_id } : { host_id, name };
  return {
    items: `[${list.all({ ...filter, limit: page.limit, offset: offsetOf(page) }).join(',')}]`,
    total: Number(count.get(filter)),
  };
}

/** A page of what changed in a host's packages, newest first. */
export function changesJson(sqlite: Sqlite, host_id: number, page: Page): JsonPage {
  const sql = statementsOf(sqlite);
  return {
    items: `[${sql.changes.all({ host_id, limit: page.limit, offset: offsetOf(page) }).join(',')}]`,
    total: Number(sql.countChanges.get({ host_id })),
  };
}

/** A host's inventory in the newer shape, with its warnings; undefined while none is stored. */
export const importedJson = (sqlite: Sqlite, host_id: number): string | undefined =>
  statementsOf(sqlite).imported.get({ host_id }) as string | undefined;
