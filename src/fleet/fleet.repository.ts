import { sql } from 'kysely';
import { queryBuilder, selectAll, selectFirst } from '../database/query-builder.js';
import { idList } from '../database/missing-ids.js';
import type { Sqlite } from '../database/sqlite.js';
import { SECONDS_PER_DAY } from '../lib/times.js';

const LISTED_TASKS = 5;
const LISTED_STARTS = 5;

/** Returns the hosts with these ids. */
export const readHostNames = (
  sqlite: Sqlite,
  ids: readonly number[],
): { id: number; ip: string; name: string }[] =>
  selectAll(
    sqlite,
    queryBuilder.selectFrom('hosts').select(['id', 'ip', 'name']).where('id', 'in', idList(ids)),
  );

/** Returns the ids of the first hosts that are not among these. */
export const readHostsExcept = (sqlite: Sqlite, ids: readonly number[], limit: number): number[] =>
  selectAll(
    sqlite,
    queryBuilder
      .selectFrom('hosts')
      .select('id')
      .where('unanswered', '=', sql.lit(0))
      .where('id', 'not in', idList(ids))
      .orderBy('id')
      .limit(limit),
  ).map(({ id }) => id);

/** A fact as remediations present it. `basis`, `kev`: JSON. */
export type PresentedFactRow = ReturnType<typeof readPresentedFacts>[number];

/** Returns the facts with these ids, with the titles of their vulnerabilities. */
export const readPresentedFacts = (sqlite: Sqlite, ids: readonly number[]) =>
  selectAll(
    sqlite,
    queryBuilder
      .selectFrom('facts as k')
      .innerJoin('vulnerabilities as v', 'v.id', 'k.vulnerability_id')
      .select([
        'k.id',
        'k.origin',
        'k.vulnerability_id',
        'k.package',
        'k.architecture',
        'k.port',
        'k.transport',
        'k.installed_version',
        'k.fixed_version',
        'k.severity',
        'k.confidence',
        'k.advisory',
        'k.basis',
        'v.title',
        'v.cvss_score',
        'v.epss',
        'v.kev',
        'v.exploitation',
      ])
      .where('k.id', 'in', idList(ids)),
  );

/** Returns the ids of the hosts of a group. */
export const readGroupHosts = (sqlite: Sqlite, groupId: number): number[] =>
  selectAll(
    sqlite,
    queryBuilder.selectFrom('group_hosts').select('host_id').where('group_id', '=', groupId),
  ).map((row) => row.host_id);

/** Returns how many hosts have each status. */
export const countHostsByStatus = (sqlite: Sqlite) =>
  selectAll(
    sqlite,
    queryBuilder
      .selectFrom('hosts')
      .select(({ fn }) => ['status', fn.countAll<number>().as('hosts')])
      .where('unanswered', '=', sql.lit(0))
      .groupBy('status'),
  );

/** Returns the hosts with an agent that had a report of another machine refused since then (Unix seconds). */
export const readIdentityConflicts = (sqlite: Sqlite, since: number, limit: number) =>
  selectAll(
    sqlite,
    queryBuilder
      .selectFrom('agents as a')
      .innerJoin('hosts as h', 'h.id', 'a.host_id')
      .select(['h.id as host_id', 'h.ip', 'h.name'])
      .where('a.conflict_at', '>=', since)
      .orderBy('a.conflict_at', 'desc')
      .limit(limit),
  );

/** Returns how many hosts have an agent, and how many of these are online. */
export const countAgents = (sqlite: Sqlite): { installed: number; online: number } =>
  selectFirst(
    sqlite,
    queryBuilder
      .selectFrom('agents as a')
      .innerJoin('hosts as h', 'h.id', 'a.host_id')
      .select([
        sql<number>`count(*)`.as('installed'),
        sql<number>`coalesce(sum(h.status = 'online'), 0)`.as('online'),
      ])
      .where('a.installed_at', 'is not', null),
  ) ?? { installed: 0, online: 0 };

/** The agent of a host; `none`: it has none. */
export interface HostAgent {
  state: 'none' | 'online' | 'offline';
  version: string | null;
}

/** Returns the agents of these hosts, by id; those without one are missing. */
export const readHostAgents = (sqlite: Sqlite, ids: readonly number[]): Map<number, HostAgent> =>
  new Map(
    selectAll(
      sqlite,
      queryBuilder
        .selectFrom('agents as a')
        .innerJoin('hosts as h', 'h.id', 'a.host_id')
        .select(['a.host_id', 'a.version', 'h.status'])
        .where('a.host_id', 'in', idList(ids))
        .where('a.installed_at', 'is not', null),
    ).map(({ host_id, version, status }) => [
      host_id,
      { state: status === 'online' ? 'online' : 'offline', version },
    ]),
  );

/** Returns the names of the groups of these hosts, by id of the host; those in no group are missing. */
export function readGroupNames(sqlite: Sqlite, ids: readonly number[]): Map<number, string[]> {
  const names = new Map<number, string[]>();
  const members = selectAll(
    sqlite,
    queryBuilder
      .selectFrom('group_hosts as m')
      .innerJoin('groups as g', 'g.id', 'm.group_id')
      .select(['m.host_id', 'g.name'])
      .where('m.host_id', 'in', idList(ids))
      .orderBy('g.id'),
  );
  for (const { host_id: id, name } of members) names.set(id, [...(names.get(id) ?? []), name]);
  return names;
}

/**
 * Returns how many findings appeared and disappeared today and on the `days - 1` UTC days before.
 * @param now Unix seconds
 */
export function countFindingChanges(
  sqlite: Sqlite,
  now: number,
  days: number,
): { appeared: number; disappeared: number } {
  const since = Math.floor(now / SECONDS_PER_DAY) - days;
  const sums = queryBuilder
    .selectFrom('finding_days')
    .select([
      sql<number>`coalesce(sum(appeared), 0)`.as('appeared'),
      sql<number>`coalesce(sum(disappeared), 0)`.as('disappeared'),
    ])
    .where('day', '>', since)
    .where('group_id', '=', 0);
  return selectFirst(sqlite, sums) ?? { appeared: 0, disappeared: 0 };
}

/** Returns the newest tasks that are not archived, newest first. */
export const readLastTasks = (sqlite: Sqlite) =>
  selectAll(
    sqlite,
    queryBuilder
      .selectFrom('tasks as t')
      .leftJoin('templates as p', 'p.id', 't.templates_id')
      .select([
        't.id',
        't.templates_id',
        'p.name',
        't.status',
        't.finished_at',
        't.hosts_total',
        't.hosts_done',
        't.error',
      ])
      .where('t.archived', '=', 0)
      .orderBy('t.id', 'desc')
      .limit(LISTED_TASKS),
  );

/** Returns how many tasks run, and how many failed since a time. */
export function countTasks(sqlite: Sqlite, since: number): { working: number; failed: number } {
  const count = queryBuilder.selectFrom('tasks').select(({ fn }) => fn.countAll<number>().as('n'));
  const working = selectFirst(sqlite, count.where('status', '=', sql.lit('working')));
  const failed = selectFirst(
    sqlite,
    count.where('status', '=', sql.lit('failed')).where('finished_at', '>', since),
  );
  return { working: working?.n ?? 0, failed: failed?.n ?? 0 };
}

/** Returns the next planned starts, soonest first. */
export const readNextStarts = (sqlite: Sqlite) =>
  selectAll(
    sqlite,
    queryBuilder
      .selectFrom('schedules as s')
      .innerJoin('templates as p', 'p.id', 's.template_id')
      .select(['s.template_id', 'p.name', 's.scheduled_time as at'])
      .where('s.scheduled_time', '>', sql.lit(0))
      .where('s.enabled', '=', 1)
      .orderBy('s.scheduled_time')
      .limit(LISTED_STARTS),
  );

/** Returns how many due starts had no task since a time. */
export const countMissedStarts = (sqlite: Sqlite, since: number): number =>
  selectFirst(
    sqlite,
    queryBuilder
      .selectFrom('schedule_history')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('result', '<>', sql.lit('started'))
      .where('recorded_at', '>', since),
  )?.n ?? 0;
