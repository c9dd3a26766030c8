import type { Selectable } from 'kysely';
import type { Sqlite } from '../../database/sqlite.js';
import type { Fact } from '../facts.js';
import type { VulnerabilityTable } from '../vulnerabilities.table.js';

/** The columns that the key of a fact covers, in this order, before `basis`. */
export const FACT_KEY_COLUMNS = [
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

/** Returns the id of the fact with a key. */
export const prepareFactIdByKey = (sqlite: Sqlite) =>
  sqlite.prepare<[Buffer], number>('SELECT id FROM facts WHERE key = ?').pluck();

export const prepareFactStatements = (sqlite: Sqlite) => ({
  idByKey: prepareFactIdByKey(sqlite),
  insert: sqlite.prepare<unknown[]>(
    `INSERT INTO facts (key, ${FACT_KEY_COLUMNS.join(', ')}, basis) VALUES (?${', ?'.repeat(FACT_KEY_COLUMNS.length + 1)})`,
  ),
  /** whether a stored vulnerability was not known to be exploited */
  isUnexploited: sqlite
    .prepare<[id: string], number>('SELECT kev IS NULL FROM vulnerabilities WHERE id = ?')
    .pluck(),
  /** changes nothing where the row is the same */
  upsertVulnerability: sqlite.prepare<[Selectable<VulnerabilityTable>]>(
    `INSERT INTO vulnerabilities (id, title, aliases, cvss_score, cvss_vector, exploitation, epss, kev) VALUES (@id, @title, @aliases, @cvss_score, @cvss_vector, @exploitation, @epss, @kev)
    ON CONFLICT DO UPDATE SET title = excluded.title, aliases = excluded.aliases, cvss_score = excluded.cvss_score, cvss_vector = excluded.cvss_vector, exploitation = excluded.exploitation, epss = excluded.epss, kev = excluded.kev
    WHERE (title, aliases, cvss_score, cvss_vector, exploitation, epss, kev) IS NOT (excluded.title, excluded.aliases, excluded.cvss_score, excluded.cvss_vector, excluded.exploitation, excluded.epss, excluded.kev)`,
  ),
});
