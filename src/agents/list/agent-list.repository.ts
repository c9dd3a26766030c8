import { sql, type ExpressionBuilder } from 'kysely';
import type { Db } from '../../database/database.js';
import type { Tables } from '../../database/tables.js';
import { offsetOf } from '../../http/common.js';
import type { Operation } from '../operations/operations.js';
import { toOperation } from '../operations/operations.repository.js';
import type { AgentListQuery } from './agent-list.schemas.js';

/** A host with its agent; `a` is null without one. */
type WithAgents = Tables & { h: Tables['hosts']; a: Tables['agents'] };
type Expressions = ExpressionBuilder<WithAgents, 'h' | 'a'>;

const STATE = sql<
  'none' | 'online' | 'offline'
>`iif(a.installed_at IS NULL, 'none', iif(h.status = 'online', 'online', 'offline'))`;

const hostsWithAgents = (db: Db) =>
  db
    .selectFrom('hosts as h')
    .leftJoin('agents as a', (j) =>
      j.onRef('a.host_id', '=', 'h.id').on('a.installed_at', 'is not', null),
    )
    .where('h.unanswered', '=', sql.lit(0));

/** Returns a page of hosts with the state of their agents, and the total. `version`: that of the service. */
export async function selectAgents(db: Db, query: AgentListQuery, version: string) {
  const { total } = await hostsWithAgents(db)
    .select((e) => e.fn.countAll<number>().as('total'))
    .where((e) => matches(e as unknown as Expressions, query, version))
    .executeTakeFirstOrThrow();
  const items = await hostsWithAgents(db)
    .select(['h.id as host_id', 'h.ip', 'h.name', STATE.as('state'), 'a.version', 'a.os_family'])
    .select(['a.service_manager', 'a.installed_at', 'a.last_seen'])
    .where((e) => matches(e as unknown as Expressions, query, version))
    .orderBy(orderOf(query.sort), query.sort.startsWith('-') ? 'desc' : 'asc')
    .orderBy('h.id')
    .limit(query.limit)
    .offset(offsetOf(query))
    .execute();
  return { items, total };
}

function matches(e: Expressions, { q, state, outdated }: AgentListQuery, version: string) {
  const needle = q?.toLowerCase() ?? '';
  const isFound = sql<boolean>`(instr(h.name_key, ${needle}) > 0 OR instr(h.ip, ${needle}) > 0)`;
  return e.and([
    state === 'none' ? e('a.host_id', 'is', null) : e('a.host_id', 'is not', null),
    ...(state === 'online' || state === 'offline' ? [e(STATE, '=', state)] : []),
    ...(outdated === undefined ? [] : [e('a.version', outdated ? 'is not' : 'is', version)]),
    ...(needle === '' ? [] : [isFound]),
  ]);
}

const ORDERS = {
  name: sql`h.name_key`,
  address: sql`h.ip_key`,
  state: STATE,
  version: sql`a.version`,
  last_seen: sql`a.last_seen`,
} as const;

const orderOf = (sort: AgentListQuery['sort']) =>
  ORDERS[sort.replace('-', '') as keyof typeof ORDERS];

/** Returns the last operation of each of these hosts. */
export async function selectLastOperations(
  db: Db,
  hostIds: readonly number[],
): Promise<Map<number, Operation>> {
  const newest = sql<number>`(SELECT (SELECT max(id) FROM agent_operations WHERE host_id = value) FROM json_each(${JSON.stringify(hostIds)}))`;
  const rows = await db
    .selectFrom('agent_operations')
    .selectAll()
    .where('id', 'in', newest)
    .execute();
  return new Map(rows.map((row) => [row.host_id, toOperation(row)]));
}
