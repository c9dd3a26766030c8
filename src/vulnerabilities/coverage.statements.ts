import type { Sqlite } from '../database/sqlite.js';

/** Whether knowledge.db has data about one of these ecosystems (JSON array). */
export const prepareHasEcosystem = (knowledge: Sqlite) =>
  knowledge
    .prepare<[ecosystems: string], 1>(
      'SELECT 1 FROM affected_packages WHERE scope IN (SELECT value FROM json_each(?)) LIMIT 1',
    )
    .pluck();
