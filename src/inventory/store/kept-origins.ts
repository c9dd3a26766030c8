import type { Sqlite } from '../../database/sqlite.js';
import type { IndexedReport } from '../ingest-worker/parse.js';
import { storeStatements } from './store.statements.js';

/** More at once are those of another system. The query takes 20 ms. */
const MAX_REMOVED = 10_000;

/**
 * Returns a report whose packages without a vendor are those that the host already has with one, where the versions are
 * equal. A repository names the versions that it offers now: when it offers a newer one only, or was removed, the
 * installed build is still its own. A publisher that was unknown is no such knowledge.
 * @param before the stored packages of the host, by id
 */
export function keepOrigins<T extends IndexedReport>(
  sqlite: Sqlite,
  before: ReadonlyMap<number, unknown>,
  report: T,
): T {
  const { packages } = report;
  if (packages === null || packages === 'unchanged') return report;
  const listed = new Set(packages.ids);
  const added = packages.ids.filter((id) => !before.has(id));
  const removed = [...before.keys()].filter((id) => !listed.has(id));
  if (added.length === 0 || removed.length === 0 || removed.length > MAX_REMOVED) return report;
  const rows = storeStatements(sqlite).findWithOrigins.all({
    added: JSON.stringify(added),
    removed: JSON.stringify(removed),
  });
  if (rows.length === 0) return report;
  const kept = new Map(rows.map(({ id, known }) => [id, known]));
  return {
    ...report,
    packages: { ...packages, ids: packages.ids.map((id) => kept.get(id) ?? id) },
  };
}
