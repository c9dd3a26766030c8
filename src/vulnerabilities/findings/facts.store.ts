import type { Sqlite } from '../../database/sqlite.js';
import { contentHash } from '../../lib/content-hash.js';
import type { Fact, Match, VulnerabilitySummary } from '../facts.js';
import { FACT_KEY_COLUMNS, prepareFactStatements } from './facts.statements.js';

/** The exploitation data of a vulnerability, as JSON for its columns; null: none. */
export interface Exploitation {
  epss: string | null;
  kev: string | null;
}

/** A match with the key of its fact: the input of storing it. */
export interface KeyedMatch {
  key: Buffer;
  match: Match;
}

const valuesOf = (fact: Fact): unknown[] => [
  ...FACT_KEY_COLUMNS.map((column) => fact[column]),
  JSON.stringify(fact.basis),
];

/** Returns the identity of a fact: 16 bytes. */
export const factKey = (fact: Fact): Buffer => contentHash(JSON.stringify(valuesOf(fact)));

export const withFactKey = (match: Match): KeyedMatch => ({ key: factKey(match.fact), match });

/** Stores each fact once. */
export interface FactStore {
  /**
   * Returns the ids of the facts, in the order of the matches. Stores new facts with the summary of their
   * vulnerability. Inside a transaction only.
   */
  internFacts: (matches: readonly KeyedMatch[]) => number[];
  /** Updates the stored summary of a vulnerability; returns false if nothing changed. Inside a transaction only. */
  updateSummary: (summary: VulnerabilitySummary, exploitation: Exploitation) => boolean;
}

/** Called in the transaction of the change. */
export interface FactEvents {
  /** a stored vulnerability becomes known to be exploited */
  onExploited?: ((vulnerability: string) => void) | undefined;
  /** the stored summary of a vulnerability changes, or a vulnerability is stored */
  onSummary?: (vulnerability: string) => void;
}

/** @param readExploitation reads the current exploitation data of a vulnerability */
export function createFactStore(
  sqlite: Sqlite,
  readExploitation: (vulnerability: string) => Exploitation,
  { onExploited, onSummary }: FactEvents = {},
): FactStore {
  const statements = prepareFactStatements(sqlite);
  const updateSummary: FactStore['updateSummary'] = (summary, exploitation) => {
    const isNews = exploitation.kev !== null && statements.isUnexploited.get(summary.id) === 1;
    const { changes } = statements.upsertVulnerability.run({
      ...summary,
      ...exploitation,
      aliases: JSON.stringify(summary.aliases),
    });
    if (isNews) onExploited?.(summary.id);
    if (changes > 0) onSummary?.(summary.id);
    return changes > 0;
  };
  return {
    updateSummary,
    internFacts: (matches) =>
      matches.map(({ key, match: { fact, summary } }) => {
        const id = statements.idByKey.get(key);
        if (id !== undefined) return id;
        updateSummary(summary, readExploitation(fact.vulnerability_id));
        return Number(statements.insert.run(key, ...valuesOf(fact)).lastInsertRowid);
      }),
  };
}
