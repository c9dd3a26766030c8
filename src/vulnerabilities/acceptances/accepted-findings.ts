import type { Sqlite } from '../../database/sqlite.js';
import { mapBy } from '../../lib/collections.js';
import { selectAcceptedFindings } from './accepted-findings.repository.js';

/** The accepted findings: ids of facts by host. */
export type AcceptedFindings = ReadonlyMap<number, ReadonlySet<number>>;

/**
 * Returns the findings that an acceptance covers now.
 * @param hosts null: all
 * @param now Unix seconds
 */
export function readAcceptedFindings(
  sqlite: Sqlite,
  hosts: readonly number[] | null,
  now: number,
): AcceptedFindings {
  const rows = selectAcceptedFindings(sqlite, hosts, now);
  const byHost = mapBy(rows, ({ host_id }) => host_id);
  return new Map([...byHost].map(([id, some]) => [id, new Set(some.map((r) => r.fact_id))]));
}
