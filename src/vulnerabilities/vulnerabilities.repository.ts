import { sql, type SqlBool } from 'kysely';
import { queryBuilder, selectAll, selectFirst } from '../database/query-builder.js';
import type { Sqlite } from '../database/sqlite.js';
import { parseJsonColumn } from './findings/findings.presenter.js';
import { publishedForm } from './vulnerability-ids.js';

/**
 * Returns the stored spelling of ids in any case, by the given ones. Every id that a person, a client or a document
 * writes is looked up here. An id that no finding and no acceptance has is returned in its published form.
 */
export function storedVulnerabilityIds(
  sqlite: Sqlite,
  ids: readonly string[],
): (id: string) => string {
  const given = JSON.stringify([...new Set(ids)]);
  const query = sql<{ given: string; stored: string }>`
      SELECT j.value AS given, a.vulnerability_id AS stored FROM json_each(${given}) j
        CROSS JOIN acceptances a ON a.vulnerability_id COLLATE NOCASE = j.value
      UNION ALL SELECT j.value, v.id FROM json_each(${given}) j
        CROSS JOIN vulnerabilities v ON v.id COLLATE NOCASE = j.value`;
  const rows = selectAll(sqlite, query);
  const stored = new Map(rows.map((row) => [row.given, row.stored]));
  for (const row of rows) if (row.given === row.stored) stored.set(row.given, row.stored);
  return (id) => stored.get(id) ?? publishedForm(id);
}

/** Returns the stored spelling of one id. */
export const storedVulnerabilityId = (sqlite: Sqlite, id: string): string =>
  storedVulnerabilityIds(sqlite, [id])(id);

const MAX_NAMED = 5;

/** Returns the first vulnerabilities that have another name, in any case. */
export function vulnerabilitiesNamed(sqlite: Sqlite, alias: string): string[] {
  const pattern = `%${JSON.stringify(alias).replace(/[\\%_]/g, '\\$&')}%`;
  const named = queryBuilder
    .selectFrom('vulnerabilities')
    .select('id')
    .where(sql<SqlBool>`aliases LIKE ${pattern} ESCAPE '\\'`)
    .orderBy('id')
    .limit(MAX_NAMED);
  return selectAll(sqlite, named).map(({ id }) => id);
}

/**
 * Returns the stored summary of a vulnerability, by its id in any case, or by another name that no other one has;
 * undefined if no finding ever referred to it.
 */
export function findVulnerability(sqlite: Sqlite, text: string) {
  const select = (id: string) =>
    selectFirst(
      sqlite,
      queryBuilder.selectFrom('vulnerabilities').selectAll().where('id', '=', id),
    );
  const byAlias = () => {
    const [id, ...others] = vulnerabilitiesNamed(sqlite, text);
    return id === undefined || others.length > 0 ? undefined : select(id);
  };
  const row = select(storedVulnerabilityId(sqlite, text)) ?? byAlias();
  return (
    row && {
      vulnerability_id: row.id,
      title: row.title,
      aliases: JSON.parse(row.aliases) as string[],
      cvss_score: row.cvss_score,
      cvss_vector: row.cvss_vector,
      epss: parseJsonColumn(row.epss),
      kev: parseJsonColumn(row.kev),
    }
  );
}
