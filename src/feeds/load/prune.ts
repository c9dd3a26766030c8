import { setImmediate as turn } from 'node:timers/promises';
import type { Sqlite } from '../../database/sqlite.js';

const STEP = 500; // advisories

/** Forgets rows that went before the generation `keepFrom`, in small transactions; nobody can ask for an older one from then on. */
export async function pruneHistory(sqlite: Sqlite, keepFrom: number): Promise<number> {
  sqlite
    .prepare("UPDATE counters SET value = max(value, ?) WHERE name = 'oldest_generation'")
    .run(keepFrom);
  const gone = sqlite
    .prepare<[number], number>(
      `SELECT id FROM advisories WHERE "until" <= ? AND "until" <> 9007199254740991 ORDER BY "until" LIMIT ${STEP}`,
    )
    .pluck();
  const ranges = sqlite.prepare('DELETE FROM ranges WHERE advisory_id = ?');
  const about = sqlite.prepare(
    'DELETE FROM advisory_vulnerabilities WHERE advisory_id = @id AND vulnerability_id IN (SELECT value FROM json_each((SELECT vulnerabilities FROM advisories WHERE id = @id)))',
  );
  const advisory = sqlite.prepare('DELETE FROM advisories WHERE id = ?');
  const forget = sqlite.transaction((ids: readonly number[]) => {
    for (const id of ids) {
      ranges.run(id);
      about.run({ id });
      advisory.run(id);
    }
  });
  for (let count = 0; ;) {
    const ids = gone.all(keepFrom);
    if (ids.length === 0) return count;
    forget.immediate(ids);
    count += ids.length;
    await turn();
  }
}
