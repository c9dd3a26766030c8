import { sql } from 'kysely';
import { queryBuilder, selectAll, selectFirst } from '../../database/query-builder.js';
import { idList } from '../../database/missing-ids.js';
import type { Sqlite } from '../../database/sqlite.js';
import type { HostSelection } from './coverage.js';
import { OTHER_PACKAGES } from './coverage.statements.js';

/** Returns the newest generation that any stored match was made with; 0: none. */
export function latestMatchedGeneration(sqlite: Sqlite): number {
  const latest = (table: 'host_match_states' | 'task_results') =>
    selectFirst(
      sqlite,
      queryBuilder
        .selectFrom(table)
        .select(({ fn }) => fn.max<number | null>('generation').as('generation')),
    )?.generation ?? 0;
  return Math.max(latest('host_match_states'), latest('task_results'));
}

/** Returns what decides about the coverage of a host in a task; undefined: the task has no result for it. */
export const findResultCoverage = (sqlite: Sqlite, taskId: number, hostId: number) =>
  selectFirst(
    sqlite,
    queryBuilder
      .selectFrom('task_results as r')
      .leftJoin('number_sets as p', 'p.id', 'r.state_id')
      .leftJoin('task_scans as s', (join) =>
        join.onRef('s.task_id', '=', 'r.task_id').onRef('s.host_id', '=', 'r.host_id'),
      )
      .select([
        'r.kind',
        'r.generation',
        'r.scopes',
        'r.system',
        'r.package_list',
        'r.other_packages',
        'p.numbers',
        's.services',
        's.checks',
        's.scanned_ports',
        's.silent_ports',
        's.lost_ports',
      ])
      .where('r.task_id', '=', taskId)
      .where('r.host_id', '=', hostId),
  );

/** Returns the identified programs of the services of a host. */
export const readPrograms = (sqlite: Sqlite, hostId: number) =>
  selectAll(
    sqlite,
    queryBuilder
      .selectFrom('services')
      .select(['product', 'cpe'])
      .distinct()
      .where('host_id', '=', hostId)
      .where('cpe', 'is not', null)
      .orderBy('product'),
  );

/** Returns what a task has in common for its hosts: whether it ran with checks, and when it finished (0: it runs). */
export function findTaskRun(
  sqlite: Sqlite,
  taskId: number,
): { are_checks_on: boolean; finished_at: number } {
  const task = selectFirst(
    sqlite,
    queryBuilder.selectFrom('tasks').select(['params', 'finished_at']).where('id', '=', taskId),
  );
  const params = JSON.parse(task?.params ?? 'null') as { checks?: string } | null;
  return { are_checks_on: params?.checks !== 'off', finished_at: task?.finished_at ?? 0 };
}

// A refused state is longer than a digest: see match-state.ts.
const IS_REFUSED = sql<0 | 1>`coalesce(length(m.state) > 16, 0)`;
// Only Debian and Ubuntu name their builds in a way that their data can be matched with.
const IS_BUILD =
  "coalesce(s.cpe IS NOT NULL AND s.version IS NOT NULL AND (s.revision LIKE 'Debian %' OR s.revision LIKE 'Ubuntu %'), 0)";
// isIdentified of pentest/service.ts; a port without an answer is said to be lost.
const IS_UNIDENTIFIED = "s.product IS NULL AND coalesce(s.service, 'tls') = 'tls' AND s.silent = 0";
const BUILD = 's.cpe || char(10) || s.version || char(10) || s.revision'; // none contains a line feed
/** ServicesOfHost as JSON: each service of a host is read once. */
const SERVICES = sql<string>`(SELECT json_object(${sql.raw(`
  'builds', json_group_array(DISTINCT ${BUILD}) FILTER (WHERE ${IS_BUILD}),
  'hasOthers', coalesce(max(NOT ${IS_BUILD}), 0),
  'hasCheckResult', coalesce(max(s.checks = 'done'), 0),
  'hasChecksOff', coalesce(max(s.checks = 'off'), 0),
  'unidentified', count(*) FILTER (WHERE ${IS_UNIDENTIFIED}),
  'inconclusive', json_group_array(s.port) FILTER (WHERE s.checks = 'inconclusive'),
  'lost', json_group_array(s.port) FILTER (WHERE s.silent = 1)`)})
  FROM services s WHERE s.host_id = h.id)`;

/** Facts that decide about the coverage of the services of a host. Flags are 0 or 1. */
export interface ServicesOfHost {
  /** CPE name, version and revision of builds of a distribution, in lines of a text, each once */
  builds: string[];
  /** whether there are other services */
  hasOthers: 0 | 1;
  hasCheckResult: 0 | 1;
  hasChecksOff: 0 | 1;
  /** number of open ports whose program is not known */
  unidentified: number;
  /** ports */
  inconclusive: number[];
  /** ports that gave no answer in their last scan */
  lost: number[];
}

const selectCoverageInputs = ({ host_id, group_id }: HostSelection) => {
  let query = queryBuilder
    .selectFrom('hosts as h')
    .leftJoin('inventories as i', 'i.host_id', 'h.id')
    .leftJoin('host_match_states as m', 'm.host_id', 'h.id')
    .select([
      'i.scopes',
      'i.full_os_name as system',
      sql<0 | 1 | null>`i.packages_count > 0`.as('has_packages'),
      'i.package_list',
      IS_REFUSED.as('is_refused'),
      'm.generation',
      sql<string | null>`${sql.raw(OTHER_PACKAGES)}`.as('other_packages'),
      SERVICES.as('services'),
      'h.ports_scanned',
      'h.unanswered',
    ]);
  if (host_id !== undefined) query = query.where('h.id', '=', host_id);
  if (group_id !== undefined)
    query = query.where('h.id', 'in', (e) =>
      e.selectFrom('group_hosts').select('host_id').where('group_id', '=', group_id),
    );
  return query;
};

/** Returns what decides about the coverage of hosts, and how many hosts have it in common. */
export const countCoverageInputs = (sqlite: Sqlite, selection: HostSelection) =>
  selectAll(
    sqlite,
    selectCoverageInputs(selection)
      .select(({ fn }) => fn.countAll<number>().as('hosts'))
      .groupBy([
        'i.scopes',
        'i.full_os_name',
        sql.ref('has_packages'),
        'i.package_list',
        sql.ref('is_refused'),
        'm.generation',
        'm.other_packages',
        'i.custom_kernel',
        sql.ref('services'),
        'h.ports_scanned',
        'h.unanswered',
      ]),
  );

/** Returns what decides about the coverage of a host; undefined: there is no such host. */
export const findCoverageInput = (sqlite: Sqlite, hostId: number) =>
  selectFirst(sqlite, selectCoverageInputs({ host_id: hostId }).select('i.packages_count'));

/** Returns what decides about the coverage of each of these hosts, or of all (null). */
export function readCoverageInputs(sqlite: Sqlite, hostIds: readonly number[] | null) {
  const all = selectCoverageInputs({}).select(['h.id', 'i.packages_count']);
  return selectAll(sqlite, hostIds === null ? all : all.where('h.id', 'in', idList(hostIds)));
}

/** `packages_count`: absent where several hosts have the rest in common. */
export type CoverageInput = Omit<
  NonNullable<ReturnType<typeof findCoverageInput>>,
  'packages_count'
> & {
  packages_count?: number | null;
};
