import type { Sqlite } from '../../database/sqlite.js';
import type { HostStateBefore } from './messages.js';

/** A host whose findings are by older knowledge, or by packages that it had before nobody could judge it. */
export interface StaleHost {
  id: number;
  before: HostStateBefore | null;
  /** some of its services told a version */ services: boolean;
}

const BEHIND = `FROM hosts h LEFT JOIN host_judgements j ON j.host_id = h.id WHERE (j.generation IS NULL OR j.generation <> @generation OR j.state = x'')
  AND (j.generation IS NOT NULL OR EXISTS (SELECT 1 FROM inventories WHERE host_id = h.id) OR EXISTS (SELECT 1 FROM services WHERE host_id = h.id))`;

/** All hosts whose judgement by this generation is missing and that have something to judge, by their numbers. */
export function listStaleHosts(sqlite: Sqlite, generation: number): StaleHost[] {
  const rows = sqlite
    .prepare<
      [object],
      { id: number; generation: number | null; state: Buffer | null; services: number }
    >(
      `SELECT h.id, j.generation, j.state,
    EXISTS (SELECT 1 FROM services WHERE host_id = h.id AND version IS NOT NULL) AS services ${BEHIND} ORDER BY h.id`,
    )
    .all({ generation });
  return rows.map(({ id, generation: by, state, services }) => ({
    id,
    before: by === null || state === null ? null : { generation: by, state: state.toString('hex') },
    services: services === 1,
  }));
}

/** How many hosts those are. */
export function countStaleHosts(sqlite: Sqlite, generation: number): number {
  return (
    sqlite.prepare<[object], number>(`SELECT count(*) ${BEHIND}`).pluck().get({ generation }) ?? 0
  );
}
