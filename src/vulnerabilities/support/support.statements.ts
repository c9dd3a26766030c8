import type { Sqlite } from '../../database/sqlite.js';
import { CURRENT } from '../../knowledge/records.js';

/** The current end of a release by the feed `eol`. */
export const prepareFeedEnd = (knowledge: Sqlite) =>
  knowledge.prepare<[release: string], { end: string | null; extended: string | null }>(
    `SELECT r.last_affected AS "end", json_extract(r.conditions, '$.extended') AS extended
    FROM affected_packages p JOIN ranges r ON r.affected_package_id = p.id
    WHERE p.scope = 'eol:system' AND p.kind = 'cpe' AND p.name = ? AND r."until" = ${CURRENT} LIMIT 1`,
  );
