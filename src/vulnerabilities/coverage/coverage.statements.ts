import type { Sqlite } from '../../database/sqlite.js';
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
