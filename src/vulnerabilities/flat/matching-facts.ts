import type { Sqlite } from '../../database/sqlite.js';
import type { FlatFilter } from './flat-findings.js';
import { selectMatchingFacts } from './flat.repository.js';

/** The part of a filter that is about facts, not about their hosts. */
export type FactFilter = Pick<FlatFilter, (typeof NAMES)[number]>;

const NAMES = ['kev', 'package', 'q', 'fixable', 'runs_old_code', 'epss_min'] as const;

/** Returns the ids of the facts that match; null: the filter is empty. */
export function readMatchingFacts(sqlite: Sqlite, filter: FactFilter): ReadonlySet<number> | null {
  const set = NAMES.filter((name) => filter[name] !== undefined);
  if (set.length === 0) return null;
  const wanted = Object.fromEntries(set.map((name) => [name, filter[name]])) as FactFilter;
  return new Set(selectMatchingFacts(sqlite, wanted));
}
