import type { Statement } from 'better-sqlite3';
import type { Sqlite } from '../database/sqlite.js';
import { memoize } from '../lib/memoize.js';
import { INVENTORY_JSON } from './hosts.inventory.json.js';
import type { HostFilter, HostOrder } from './selection/host-filter.js';
import { EVERY_HOST, BY_ID, orderBy, where } from './selection/host-filter.statements.js';

// Hosts are read far more often than anything else: SQLite writes their JSON itself, without row objects and
// JSON.stringify. These lists name every field of a response.

// Most hosts are in no group: checking that first is cheaper than an aggregate over no rows.
const GROUPS = `(CASE WHEN EXISTS (SELECT 1 FROM group_hosts WHERE host_id = h.id) THEN (SELECT json_group_array(group_id ORDER BY group_id) FROM group_hosts WHERE host_id = h.id) ELSE '[]' END)`;
const TEMPLATES = `(SELECT json_group_array(id ORDER BY id) FROM (SELECT template_id AS id FROM template_hosts WHERE host_id = h.id
  UNION SELECT tg.template_id FROM template_groups tg JOIN group_hosts gh ON gh.group_id = tg.group_id WHERE gh.host_id = h.id))`;

// concat() is 40 % cheaper than json_object(). User text passes through json_quote. Numbers, JSON, and text that cannot
// contain a quote (an address, a status) are inserted unchanged; the quotes around the latter are part of the literals.
interface Field {
  column: string;
  isQuoted?: true;
}
const json = (column: string): Field => ({ column });
const userText = (column: string): Field => ({ column: `json_quote(${column})` });
const plainText = (column: string): Field => ({ column, isQuoted: true });
const nullable = (column: string): Field => ({ column: `coalesce(${column}, 'null')` });

/** Returns the arguments of a concat() whose result is `{"name":value,…` without the closing brace. */
function toConcatArguments(fields: Record<string, Field>): string {
  let separator = '{';
  return Object.entries(fields)
    .map(([name, { column, isQuoted }]) => {
      const argument = `'${separator}"${name}":${isQuoted ? '"' : ''}', ${column}`;
      separator = isQuoted ? '",' : ',';
      return argument;
    })
    .join(', ');
}

// A subquery, not a join: hosts that a page skips are not looked up.
const ofHost = (expression: string): string =>
  `(SELECT ${expression} FROM inventories i WHERE i.host_id = h.id)`;

const v1Common = {
  ip: plainText('h.ip'),
  name: userText('h.name'),
  description: userText('h.description'),
  group_ids: json(GROUPS),
  template_ids: json(TEMPLATES),
  inventory: nullable(ofHost(INVENTORY_JSON.v1)),
};
const v1 = (own: Record<string, Field>): string =>
  `concat(${toConcatArguments({ ...own, ...v1Common })}, '}')`;
const v2Common = {
  id: json('h.id'),
  current_ip: plainText('h.ip'),
  hostname: userText('h.name'),
  status: plainText('h.status'),
  description: userText('h.description'),
  group_ids: json(GROUPS),
  last_seen: nullable('h.last_seen'),
  unanswered: json("iif(h.unanswered, 'true', 'false')"),
  created_at: json('h.created_at'),
  updated_at: json('h.updated_at'),
};
// API version 2 omits the inventory of a host without one.
const v2With = (inventory: string): string =>
  `concat(${toConcatArguments(v2Common)}, ${ofHost(`',"inventory":' || ${inventory}`)}, '}')`;

const HOST_JSON = {
  v1: v1({ id: json('h.id'), create_at: json('h.created_at'), update_at: json('h.updated_at') }),
  v1List: v1({
    ID: json('h.id'),
    CreatedAt: json('h.created_at'),
    UpdatedAt: json('h.updated_at'),
  }),
  v2: v2With(INVENTORY_JSON.v2),
  v2Detail: v2With(INVENTORY_JSON.v2WithPackages),
} as const;

/** The JSON formats of a host, by API version and endpoint. */
export type HostFormat = keyof typeof HOST_JSON;

interface Rows {
  limit: number;
  offset: number;
}

const ALL_ROWS: Rows = { limit: -1, offset: 0 };

/** Reads hosts as JSON text. */
export interface HostsJson {
  /** one host; undefined: unknown id */
  find: (format: HostFormat, id: number) => string | undefined;
  /** an array of the hosts with these ids, by id */
  findMany: (format: HostFormat, ids: readonly number[]) => string;
  /** an array of the hosts that match, by id; without `page` all of them */
  list: (format: HostFormat, filter: HostFilter, page?: Rows) => string;
  count: (filter: HostFilter) => number;
  /** the ids of the hosts that match, by id unless an order is given; without `page` all of them */
  ids: (filter: HostFilter, page?: Rows, order?: HostOrder) => number[];
}

/** @param reading returns the connection to read from; called for each read */
export function createHostsJson(reading: () => Sqlite): HostsJson {
  const prepare = memoize((sql: string): Statement<unknown[]> =>
    reading().prepare<unknown[]>(sql).pluck(),
  );
  const one = memoize((format: HostFormat) =>
    prepare(`SELECT ${HOST_JSON[format]} FROM hosts h WHERE h.id = ?`),
  );
  const many = memoize((format: HostFormat) =>
    prepare(
      `SELECT ${HOST_JSON[format]} FROM hosts h WHERE h.id IN (SELECT value FROM json_each(?)) ORDER BY h.id`,
    ),
  );
  return {
    find(format, id) {
      reading();
      return one(format).get(id) as string | undefined;
    },
    findMany(format, ids) {
      reading();
      return `[${(many(format).all(JSON.stringify(ids)) as string[]).join(',')}]`;
    },
    list(format, filter, page = ALL_ROWS) {
      reading();
      const { clause, values } = where(filter);
      // One text is a third cheaper to fetch than a hundred.
      const text =
        clause === EVERY_HOST && page.limit > 0
          ? pageOfAll(prepare, format, page)
          : prepare(
              `SELECT group_concat(host, ',') FROM (SELECT ${HOST_JSON[format]} AS host FROM hosts h ${clause} ORDER BY h.id LIMIT ? OFFSET ?)`,
            ).get(...values, page.limit, page.offset);
      return `[${(text as string | null) ?? ''}]`;
    },
    count(filter) {
      reading();
      const { clause, values } = where(filter);
      const sql =
        clause === EVERY_HOST
          ? 'SELECT coalesce(sum(hosts - unanswered), 0) FROM host_blocks'
          : `SELECT count(*) FROM hosts h ${clause}`;
      return prepare(sql).get(...values) as number;
    },
    ids(filter, page = ALL_ROWS, order = BY_ID) {
      reading();
      const { clause, values } = where(filter);
      const sql = `SELECT h.id FROM hosts h ${clause} ORDER BY ${orderBy(order)} LIMIT ? OFFSET ?`;
      return prepare(sql).all(...values, page.limit, page.offset) as number[];
    },
  };
}

type Prepare = (sql: string) => Statement<unknown[]>;

// The id of the last host of the page, or of the last host of all on the last page.
const LAST_ID =
  'SELECT coalesce((SELECT id FROM hosts WHERE unanswered = 0 AND id >= @first ORDER BY id LIMIT 1 OFFSET @limit - 1), (SELECT max(id) FROM hosts WHERE unanswered = 0))';

// A range of ids needs no sorting and no subquery, which would copy each text: a third cheaper. Rows of one table are
// visited, and so concatenated, in the order of its key.
function pageOfAll(prepare: Prepare, format: HostFormat, { limit, offset }: Rows): unknown {
  const first = offset === 0 ? 0 : idAtOffset(prepare, offset);
  if (first === null) return null;
  const last = prepare(LAST_ID).get({ first, limit });
  return prepare(
    `SELECT group_concat(${HOST_JSON[format]}, ',') FROM hosts h ${EVERY_HOST} AND h.id BETWEEN ? AND ?`,
  ).get(first, last);
}

const IDS_PER_BLOCK = 4096; // as in the triggers of host_blocks
// Block and number of hosts, alternating, as one text: a tenth of the cost of a window function over the blocks.
const BLOCKS =
  "SELECT group_concat(block || ',' || hosts) FROM (SELECT block, hosts - unanswered AS hosts FROM host_blocks ORDER BY block)";
const ID_IN_BLOCK =
  'SELECT id FROM hosts WHERE unanswered = 0 AND id >= ? ORDER BY id LIMIT 1 OFFSET ?';

/** Returns the id of the host at `offset`; null: there are fewer hosts. Skips whole blocks of ids by their counts. */
function idAtOffset(prepare: Prepare, offset: number): number | null {
  const blocks = ((prepare(BLOCKS).get() as string | null) ?? '').split(',');
  let left = offset;
  for (let i = 0; i + 1 < blocks.length; i += 2) {
    const hosts = Number(blocks[i + 1]);
    if (left < hosts)
      return prepare(ID_IN_BLOCK).get(Number(blocks[i]) * IDS_PER_BLOCK, left) as number;
    left -= hosts;
  }
  return null;
}
