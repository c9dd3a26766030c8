import type { Sqlite } from '../../database/sqlite.js';
import { missingYears } from '../../knowledge/nvd-years.js';
import { relatedEcosystems } from './missing-ecosystems.js';

/** Prepares whether a generation has data about an ecosystem; it reads knowledge.db. */
export function prepareHasData(
  knowledge: Sqlite,
): (ecosystem: string, generation: number) => boolean {
  const statement = knowledge
    .prepare<[ecosystem: string, generation: number, generation: number], 1>(
      `SELECT 1 FROM affected_packages p JOIN ranges r ON r.affected_package_id = p.id
        WHERE p.scope = ? AND r.since <= ? AND r."until" > ? LIMIT 1`,
    )
    .pluck();
  return (ecosystem, generation) =>
    relatedEcosystems(ecosystem).some(
      (name) => statement.get(name, generation, generation) !== undefined,
    );
}

/** Prepares which years of NVD a generation lacks, oldest first; it reads knowledge.db. */
export function prepareMissingYears(knowledge: Sqlite): (generation: number) => string[] {
  const parts = knowledge
    .prepare<[generation: number], string>(
      "SELECT part FROM feed_files WHERE feed = 'nvd' AND coalesce(since, 0) <= ?",
    )
    .pluck();
  const time = knowledge
    .prepare<[generation: number], number>('SELECT at FROM generations WHERE number = ?')
    .pluck();
  return (generation) => missingYears(parts.all(generation), time.get(generation) ?? 0);
}
