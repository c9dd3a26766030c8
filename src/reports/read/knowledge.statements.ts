import type { Sqlite } from '../../database/sqlite.js';

const HAS_DATA = `SELECT 1 FROM affected_packages p JOIN ranges r ON r.affected_package_id = p.id
  WHERE p.scope IN (SELECT value FROM json_each(?)) AND r.since <= ? AND r."until" > ? LIMIT 1`;

/** Prepares what reports read from knowledge.db. */
export function createReportKnowledgeStatements(sqlite: Sqlite) {
  const hasData = sqlite.prepare<[string, number, number], 1>(HAS_DATA).pluck();
  const clearedFeeds = sqlite
    .prepare<[], number>('SELECT number FROM generations WHERE version IS NULL')
    .pluck();
  return {
    /** Whether a generation has data about packages of one of these ecosystems (JSON array). */
    hasData: (ecosystems: string, generation: number): boolean =>
      hasData.get(ecosystems, generation, generation) !== undefined,
    /** Returns the generations in which a feed was cleared. */
    generationsOfClearedFeeds: (): number[] => clearedFeeds.all(),
  };
}
