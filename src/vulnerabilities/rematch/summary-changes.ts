import type { Sqlite } from '../../database/sqlite.js';
import { wrapKnowledgeErrors } from '../../knowledge/errors.js';
import type { Knowledge } from '../../knowledge/open-knowledge.js';
import type { VulnerabilitySummary } from '../facts.js';
import { createExploitationReader } from '../matching/exploitation.js';
import { createSummaryReader } from '../matching/vulnerability-summary.js';
import { exploitationChanged, type KnowledgeChanges } from './knowledge-changes.js';
import type { RematchBatch } from './messages.js';
import { prepareStoredSummaries } from './rematch.statements.js';

interface SummaryChangesDeps {
  sqlite: Sqlite;
  knowledge: Knowledge;
  generation: number;
  changesSince: (generation: number) => KnowledgeChanges;
}

/**
 * Yields changed summaries of stored vulnerabilities: titles, scores, exploitation data. A vulnerability without
 * any record left keeps its summary.
 * @param base the generation of the stored summaries; null: all vulnerabilities are compared
 */
export function* summaryChanges(
  { sqlite, knowledge, generation, changesSince }: SummaryChangesDeps,
  base: number | null,
): Generator<RematchBatch['summaries'][number]> {
  const readSummary = wrapKnowledgeErrors(createSummaryReader(knowledge));
  const readExploitation = wrapKnowledgeErrors(createExploitationReader(knowledge));
  const stored = prepareStoredSummaries(sqlite);
  const rows =
    base === null || exploitationChanged(knowledge, base, generation)
      ? stored.all.all()
      : stored.byId.all(JSON.stringify([...changesSince(base).vulnerabilities]));
  for (const row of rows) {
    const current = readSummary(row.id, generation);
    const hasRecord = current.title !== row.id || current.cvss_score !== null;
    const { title, cvss_score, cvss_vector, exploitation: state } = hasRecord ? current : row;
    const aliases = hasRecord ? current.aliases : (JSON.parse(row.aliases) as string[]);
    const scores = { cvss_score, cvss_vector, exploitation: state };
    const summary: VulnerabilitySummary = { id: row.id, title, aliases, ...scores };
    const exploitation = readExploitation(row.id);
    const isChanged =
      title !== row.title ||
      JSON.stringify(aliases) !== row.aliases ||
      cvss_score !== row.cvss_score ||
      cvss_vector !== row.cvss_vector ||
      state !== row.exploitation ||
      exploitation.epss !== row.epss ||
      exploitation.kev !== row.kev;
    if (isChanged) yield { summary, exploitation };
  }
}
