import { contentHash } from '../../lib/content-hash.js';
import type { Sqlite } from '../../database/sqlite.js';
import type { Fact, Match, VulnerabilitySummary } from '../facts.js';

/** How likely a vulnerability is exploited, as JSON for the table. */
export interface Exploitation {
  epss: string | null;
  kev: string | null;
}

/** A judgement with the key of its fact: what it takes to store it. */
export interface KeyedMatch {
  key: Buffer;
  match: Match;
}

const COLUMNS = [
  'origin',
  'vulnerability_id',
  'package',
  'architecture',
  'port',
  'transport',
  'installed_version',
  'fixed_version',
  'severity',
  'confidence',
  'advisory',
  'advisory_url',
  'feed',
] as const satisfies (keyof Fact)[];

const valuesOf = (fact: Fact): unknown[] => [
  ...COLUMNS.map((column) => fact[column]),
  JSON.stringify(fact.basis),
];

/** What makes a fact this one and no other: 16 bytes. */
export const factKey = (fact: Fact): Buffer => contentHash(JSON.stringify(valuesOf(fact)));

export const withFactKey = (judgement: Match): KeyedMatch => ({
  key: factKey(judgement.fact),
  match: judgement,
});

/** Gives facts their numbers, each stored once. */
export interface FactStore {
  /** the numbers of these facts, in their order; new ones are stored with what is known of their vulnerability. Inside a transaction only. */
  internFacts: (judgements: readonly KeyedMatch[]) => number[];
  /** brings what is told of a vulnerability up to date; false when nothing was new. Inside a transaction only. */
  updateSummary: (note: VulnerabilitySummary, exploitation: Exploitation) => boolean;
}

/** @param exploited what the knowledge tells of a vulnerability now */
export function createFactStore(
  sqlite: Sqlite,
  exploited: (vulnerability: string) => Exploitation,
): FactStore {
  const find = sqlite.prepare<[Buffer], number>('SELECT id FROM facts WHERE key = ?').pluck();
  const insert = sqlite.prepare(
    `INSERT INTO facts (key, ${COLUMNS.join(', ')}, basis) VALUES (?${', ?'.repeat(COLUMNS.length + 1)})`,
  );
  const upsert =
    sqlite.prepare(`INSERT INTO vulnerabilities (id, title, aliases, cvss_score, cvss_vector, epss, kev) VALUES (@id, @title, @aliases, @cvss_score, @cvss_vector, @epss, @kev)
    ON CONFLICT DO UPDATE SET title = excluded.title, aliases = excluded.aliases, cvss_score = excluded.cvss_score, cvss_vector = excluded.cvss_vector, epss = excluded.epss, kev = excluded.kev
    WHERE (title, aliases, cvss_score, cvss_vector, epss, kev) IS NOT (excluded.title, excluded.aliases, excluded.cvss_score, excluded.cvss_vector, excluded.epss, excluded.kev)`);
  const refresh: FactStore['updateSummary'] = (note, exploitation) =>
    upsert.run({ ...note, ...exploitation, aliases: JSON.stringify(note.aliases) }).changes > 0;
  return {
    updateSummary: refresh,
    internFacts: (judgements) =>
      judgements.map(({ key, match: { fact, summary: note } }) => {
        const known = find.get(key);
        if (known !== undefined) return known;
        refresh(note, exploited(fact.vulnerability_id));
        return Number(insert.run(key, ...valuesOf(fact)).lastInsertRowid);
      }),
  };
}
