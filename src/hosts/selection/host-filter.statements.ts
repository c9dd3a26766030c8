import type { HostFilter, HostOrder } from './host-filter.js';

/** The order of hosts where none is given. */
export const BY_ID: HostOrder = { by: 'id', isReversed: false };

/** The newest and the first in the alphabet are first; hosts without a value are last. */
const ORDERS: Readonly<Record<HostOrder['by'], { column: string; isDescending: boolean }>> = {
  id: { column: 'h.id', isDescending: false },
  name: { column: 'h.name_key', isDescending: false },
  address: { column: 'h.ip_key', isDescending: false },
  last_seen: { column: 'h.last_seen', isDescending: true },
  system: {
    column: '(SELECT lower(i.full_os_name) FROM inventories i WHERE i.host_id = h.id)',
    isDescending: false,
  },
};

/** Returns the terms of ORDER BY. */
export function orderBy({ by, isReversed }: HostOrder): string {
  const { column, isDescending } = ORDERS[by];
  return `${column} ${isDescending === isReversed ? 'ASC' : 'DESC'} NULLS LAST, h.id`;
}

const HAS_AGENT =
  'EXISTS (SELECT 1 FROM agents a WHERE a.host_id = h.id AND a.installed_at IS NOT NULL)';
const AGENT_CLAUSES: Readonly<Record<NonNullable<HostFilter['agent']>, string>> = {
  none: `NOT ${HAS_AGENT}`,
  online: `${HAS_AGENT} AND h.status = 'online'`,
  offline: `${HAS_AGENT} AND h.status <> 'online'`,
};

/** The clause of a filter that excludes nothing but addresses at which nothing ever answered. */
export const EVERY_HOST = 'WHERE h.unanswered = 0';

/** Returns the clause of a filter, empty for all rows, and the values that it binds. */
export function where(filter: HostFilter): {
  clause: string;
  values: unknown[];
} {
  const { id, ids, ip, name, group_id, q, status, system, agent } = filter;
  const isNamed = id !== undefined || ids !== undefined;
  const { unanswered = isNamed ? 'all' : 'false' } = filter;
  const conditions =
    unanswered === 'all' ? [] : [`h.unanswered = ${Number(unanswered === 'true')}`];
  const values: unknown[] = [];
  const add = (condition: string, ...bound: unknown[]): void => {
    conditions.push(condition);
    values.push(...bound);
  };
  if (ip?.kind === 'exact') add('h.ip = ?', ip.ip);
  if (ip?.kind === 'range') add('h.ip_key BETWEEN ? AND ?', ip.from, ip.to);
  if (name !== undefined) add('instr(h.name_key, ?) > 0', name);
  if (id !== undefined) add('h.id = ?', id);
  if (ids !== undefined) add('h.id IN (SELECT value FROM json_each(?))', JSON.stringify(ids));
  if (group_id !== undefined)
    add('h.id IN (SELECT host_id FROM group_hosts WHERE group_id = ?)', group_id);
  if (q !== undefined) add('(instr(h.name_key, ?) > 0 OR instr(h.ip, ?) > 0)', q, q);
  if (status !== undefined) add('h.status = ?', status);
  if (system !== undefined)
    add(
      'h.id IN (SELECT host_id FROM inventories WHERE instr(lower(full_os_name), ?) > 0)',
      system,
    );
  if (agent !== undefined) add(AGENT_CLAUSES[agent]);
  return { clause: conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '', values };
}
