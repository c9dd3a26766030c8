import type { Sqlite } from '../../database/sqlite.js';

/** Prepares what reports read from knowledge.db. */
export function createReportKnowledgeStatements(sqlite: Sqlite) {
  const clearedFeeds = sqlite
    .prepare<[], number>('SELECT number FROM generations WHERE version IS NULL')
    .pluck();
  return {
    /** Returns the generations in which a feed was cleared. */
    generationsOfClearedFeeds: (): number[] => clearedFeeds.all(),
  };
}
