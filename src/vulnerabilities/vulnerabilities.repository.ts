import { queryBuilder, selectFirst } from '../database/query-builder.js';
import type { Sqlite } from '../database/sqlite.js';
import { parseJsonColumn } from './findings/findings.presenter.js';

/** Returns the stored summary of a vulnerability; undefined if no finding ever referred to it. */
export function findVulnerability(sqlite: Sqlite, id: string) {
  const row = selectFirst(
    sqlite,
    queryBuilder.selectFrom('vulnerabilities').selectAll().where('id', '=', id),
  );
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
