import type { Statement } from 'better-sqlite3';
import type { Sqlite } from '../database/sqlite.js';
import { INVENTORY_JSON } from './hosts.inventory.js';
import type { HostFilter } from './hosts.repository.js';

// Hosts are read far more often than anything else, so SQLite writes their JSON itself: no row objects, no stringify.
// What may be in an answer stands in these lists, field by field.

// Most hosts are in no group, and asking for that first is cheaper than aggregating nothing.
const GROUPS = `(CASE WHEN EXISTS (SELECT 1 FROM group_hosts WHERE host_id = h.id) THEN (SELECT json_group_array(group_id ORDER BY group_id) FROM group_hosts WHERE host_id = h.id) ELSE '[]' END)`;
const TEMPLATES = `(SELECT json_group_array(id ORDER BY id) FROM (SELECT template_id AS id FROM template_hosts WHERE host_id = h.id
  UNION SELECT tg.template_id FROM template_groups tg JOIN group_hosts gh ON gh.group_id = tg.group_id WHERE gh.host_id = h.id))`;

// concat() is 40 % cheaper than json_object(). A text of the user goes through json_quote; what is a number, JSON already, or
// can't hold a quote (an address, a status) goes in as it is, between quotes that belong to the texts beside it.
interface Field {
  column: string;
  quoted?: true;
}
const json = (column: string): Field => ({ column });
const user = (column: string): Field => ({ column: `json_quote(${column})` });
const plain = (column: string): Field => ({ column, quoted: true });
const nullable = (column: string): Field => ({ column: `coalesce(${column}, 'null')` });

/** The arguments of a concat() that gives `{"name":value,…` without the closing brace. */
function fields(all: Record<string, Field>): string {
  let before = '{';
  return Object.entries(all)
    .map(([name, { column, quoted }]) => {
      const text = `'${before}"${name}":${quoted ? '"' : ''}', ${column}`;
      before = quoted ? '",' : ',';
      return text;
    })
    .join(', ');
}

// A subquery and no join: hosts that a page skips are not looked up.
const ofHost = (json: string): string =>
  `(SELECT ${json} FROM inventories i WHERE i.host_id = h.id)`;

const v1Common = {
  ip: plain('h.ip'),
  name: user('h.name'),
  description: user('h.description'),
  group_ids: json(GROUPS),
  template_ids: json(TEMPLATES),
  inventory: nullable(ofHost(INVENTORY_JSON.v1)),
};
const v1 = (own: Record<string, Field>): string =>
  `concat(${fields({ ...own, ...v1Common })}, '}')`;
const v2Common = {
  id: json('h.id'),
  current_ip: plain('h.ip'),
  hostname: user('h.name'),
  status: plain('h.status'),
  description: user('h.description'),
  group_ids: json(GROUPS),
  last_seen: nullable('h.last_seen'),
  created_at: json('h.created_at'),
  updated_at: json('h.updated_at'),
};
// The newer generation leaves the inventory out where there is none.
const v2With = (inventory: string): string =>
  `concat(${fields(v2Common)}, ${ofHost(`',"inventory":' || ${inventory}`)}, '}')`;

/** The spellings of a host. */
export const HOST_JSON = {
  v1: v1({ id: json('h.id'), create_at: json('h.created_at'), update_at: json('h.updated_at') }),
  v1List: v1({
    ID: json('h.id'),
    CreatedAt: json('h.created_at'),
    UpdatedAt: json('h.updated_at'),
  }),
  v2: v2With(INVENTORY_JSON.v2),
  v2Card: v2With(INVENTORY_JSON.v2WithPackages),
} as const;
export type HostSpelling = keyof typeof HOST_JSON;

function prepared<K extends string>(make: (key: K) => string) {
  const made = new WeakMap<Sqlite, Map<string, Statement<unknown[]>>>();
  return (sqlite: Sqlite, key: K) => {
    const statements = made.get(sqlite) ?? new Map<string, Statement<unknown[]>>();
    made.set(sqlite, statements);
    let statement = statements.get(key);
    if (!statement) statements.set(key, (statement = sqlite.prepare<unknown[]>(make(key)).pluck()));
    return statement;
  };
}

const one = prepared(
  (spelling: HostSpelling) => `SELECT ${HOST_JSON[spelling]} FROM hosts h WHERE h.id = ?`,
);
const some = prepared(
  (spelling: HostSpelling) =>
    `SELECT ${HOST_JSON[spelling]} FROM hosts h WHERE h.id IN (SELECT value FROM json_each(?)) ORDER BY h.id`,
);
const query = prepared((sqlText: string) => sqlText);

/** One host as JSON text; undefined when there is none. */
export const hostJson = (sqlite: Sqlite, spelling: HostSpelling, id: number): string | undefined =>
  one(sqlite, spelling).get(id) as string | undefined;

/** Several hosts as a JSON array, by id. */
export const hostsJson = (sqlite: Sqlite, spelling: HostSpelling, ids: readonly number[]): string =>
  `[${(some(sqlite, spelling).all(JSON.stringify(ids)) as string[]).join(',')}]`;

function where(filter: HostFilter): { clause: string; values: unknown[] } {
  const parts: string[] = [];
  const values: unknown[] = [];
  const add = (text: string, ...v: unknown[]) => {
    parts.push(text);
    values.push(...v);
  };
  if (filter.ip?.kind === 'exact') add('h.ip = ?', filter.ip.ip);
  if (filter.ip?.kind === 'range') add('h.ip_key BETWEEN ? AND ?', filter.ip.from, filter.ip.to);
  if (filter.name !== undefined) add('instr(h.name_key, ?) > 0', filter.name);
  if (filter.group_id !== undefined)
    add('h.id IN (SELECT host_id FROM group_hosts WHERE group_id = ?)', filter.group_id);
  return { clause: parts.length > 0 ? `WHERE ${parts.join(' AND ')}` : '', values };
}

const HOSTS_OF_BLOCK = 4096; // schema 0005
// Block and hosts of each block in turn, as one text: a tenth of what a window function over them costs.
const BLOCKS =
  "SELECT group_concat(block || ',' || hosts) FROM (SELECT block, hosts FROM host_blocks ORDER BY block)";
const ID_AT = 'SELECT id FROM hosts WHERE id >= ? ORDER BY id LIMIT 1 OFFSET ?';

/** The id of the host before which there are `offset` others; null when there are no more. Whole blocks of ids are skipped by their counts. */
function idAt(sqlite: Sqlite, offset: number): number | null {
  const blocks = ((query(sqlite, BLOCKS).get() as string | null) ?? '').split(',');
  let left = offset;
  for (let i = 0; i + 1 < blocks.length; i += 2) {
    const hosts = Number(blocks[i + 1]);
    if (left < hosts)
      return query(sqlite, ID_AT).get(Number(blocks[i]) * HOSTS_OF_BLOCK, left) as number;
    left -= hosts;
  }
  return null;
}

// The page's last host; the last of all where the page is the last one.
const LAST_ID =
  'SELECT coalesce((SELECT id FROM hosts WHERE id >= @first ORDER BY id LIMIT 1 OFFSET @limit - 1), (SELECT max(id) FROM hosts))';

/** A page of hosts (or all) as a JSON array, by id. `name` in the filter is in lower case already. */
export function listHostsJson(
  sqlite: Sqlite,
  spelling: HostSpelling,
  filter: HostFilter,
  page: { limit: number; offset: number } = { limit: -1, offset: 0 },
): string {
  const { clause, values } = where(filter);
  // One text is a third cheaper to fetch than a hundred.
  const text =
    clause === '' && page.limit > 0
      ? unfiltered(sqlite, spelling, page)
      : query(
          sqlite,
          `SELECT group_concat(host, ',') FROM (SELECT ${HOST_JSON[spelling]} AS host FROM hosts h ${clause} ORDER BY h.id LIMIT ? OFFSET ?)`,
        ).get(...values, page.limit, page.offset);
  return `[${(text as string | null) ?? ''}]`;
}

// A range of ids needs no sorting and no subquery through which each text is copied: a third cheaper. Rows of one table are visited, and so
// concatenated, in the order of its key.
function unfiltered(
  sqlite: Sqlite,
  spelling: HostSpelling,
  { limit, offset }: { limit: number; offset: number },
): unknown {
  const first = offset === 0 ? 0 : idAt(sqlite, offset);
  if (first === null) return null;
  const last = query(sqlite, LAST_ID).get({ first, limit });
  return query(
    sqlite,
    `SELECT group_concat(${HOST_JSON[spelling]}, ',') FROM hosts h WHERE h.id BETWEEN ? AND ?`,
  ).get(first, last);
}

/** How many hosts a filter lets through. */
export function countHosts(sqlite: Sqlite, filter: HostFilter): number {
  const { clause, values } = where(filter);
  const text =
    clause === ''
      ? 'SELECT coalesce(sum(hosts), 0) FROM host_blocks'
      : `SELECT count(*) FROM hosts h ${clause}`;
  return query(sqlite, text).get(...values) as number;
}
