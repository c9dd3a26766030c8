import type { Sqlite } from '../../database/sqlite.js';
import { chunk } from '../../lib/collections.js';
import { readAcceptedFindings } from '../../vulnerabilities/acceptances/accepted-findings.js';
import type { FactColumns } from './fact-columns.js';
import { toPlannedFact, type prepareFleetStatements } from './fleet.statements.js';
import type { HostFindings } from './host-findings.js';

const FACTS_PER_READ = 5_000;
const HOSTS_PER_READ = 1_000;

/** Reads findings of hosts, with the columns of their facts: those that are not known yet. Facts never change. */
export interface FindingReader {
  /** when the next acceptance expires, Unix seconds; null: never */
  nextExpiry: number | null;
  /** Yields those of these hosts that have findings. */
  findingsOf: (hosts: readonly number[]) => Generator<HostFindings, void, void>;
  /** Reads the known ones of these facts again: the rating of their vulnerability changed. */
  renewFacts: (ids: readonly number[]) => void;
}

/**
 * Creates the reader of one read transaction.
 * @param now Unix seconds: acceptances count as of then
 */
export function createFindingReader(
  sqlite: Sqlite,
  statements: ReturnType<typeof prepareFleetStatements>,
  columns: FactColumns,
  now: number,
): FindingReader {
  const load = (ids: Iterable<number>): void => {
    for (const some of chunk(ids, FACTS_PER_READ))
      for (const row of statements.facts.all(JSON.stringify(some))) columns.set(toPlannedFact(row));
  };
  return {
    nextExpiry: statements.nextExpiry.get(now) ?? null,
    *findingsOf(hosts) {
      for (const some of chunk(hosts, HOSTS_PER_READ)) {
        const rows = statements.findingsOf.all(JSON.stringify(some));
        const lists = rows.map(({ host_id, facts }) => ({ id: host_id, facts: parseIds(facts) }));
        const needed = new Set<number>();
        for (const { facts } of lists) for (const id of facts) if (!columns.has(id)) needed.add(id);
        load(needed);
        const accepted = readAcceptedFindings(sqlite, some, now);
        for (const { id, facts } of lists)
          yield { id, facts, acceptedFacts: accepted.get(id) ?? null };
      }
    },
    renewFacts(ids) {
      load(ids.filter(columns.has));
    },
  };
}

// `Number` makes floats of some ids: code that was compiled for integers is then thrown away each time.
const parseIds = (text: string): number[] => JSON.parse(`[${text}]`) as number[];
