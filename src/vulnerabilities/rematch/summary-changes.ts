import type { Sqlite } from '../../database/sqlite.js';
import type { Knowledge } from '../../knowledge/open-knowledge.js';
import { wrapKnowledgeErrors } from '../../knowledge/errors.js';
import { createExploitationReader } from '../matching/exploitation.js';
import type { Exploitation } from '../findings/facts.store.js';
import { createSummaryReader } from '../matching/vulnerability-summary.js';
import { exploitationChanged, type KnowledgeChanges } from './knowledge-changes.js';
import type { RematchBatch } from './messages.js';

interface Parts {
  sqlite: Sqlite;
  knowledge: Knowledge;
  generation: number;
  changesSince: (from: number) => KnowledgeChanges;
}

interface Row extends Exploitation {
  id: string;
  title: string;
  aliases: string;
  cvss_score: number | null;
  cvss_vector: string | null;
}

const ROW = 'id, title, aliases, cvss_score, cvss_vector, epss, kev';

/**
 * What is told anew of stored vulnerabilities: titles, scores, whether they are exploited. What no record tells of any more keeps its title.
 * @param from the generation that was told of last; null: all are looked at
 */
export function* summaryChanges(
  { sqlite, knowledge, generation, changesSince }: Parts,
  from: number | null,
): Generator<RematchBatch['summaries'][number]> {
  const notes = wrapKnowledgeErrors(createSummaryReader(knowledge));
  const exploited = wrapKnowledgeErrors(createExploitationReader(knowledge));
  for (const row of rowsToLookAt(
    sqlite,
    from === null || exploitationChanged(knowledge, from, generation) ? null : changesSince(from),
  )) {
    const told = notes(row.id, generation);
    const isTold = told.title !== row.id || told.cvss_score !== null;
    const note = isTold ? told : { ...row, aliases: JSON.parse(row.aliases) as string[] };
    const exploitation = exploited(row.id);
    const now = [
      note.title,
      JSON.stringify(note.aliases),
      note.cvss_score,
      note.cvss_vector,
      exploitation.epss,
      exploitation.kev,
    ];
    const before = [row.title, row.aliases, row.cvss_score, row.cvss_vector, row.epss, row.kev];
    if (now.some((value, i) => value !== before[i]))
      yield {
        note: {
          id: row.id,
          title: note.title,
          aliases: note.aliases,
          cvss_score: note.cvss_score,
          cvss_vector: note.cvss_vector,
        },
        exploitation,
      };
  }
}

// Checks explain themselves; no publisher's data are about them.
const OF_PUBLISHERS =
  "EXISTS (SELECT 1 FROM facts WHERE vulnerability_id = v.id AND origin <> 'check')";

function rowsToLookAt(sqlite: Sqlite, changes: KnowledgeChanges | null): Row[] {
  if (changes === null)
    return sqlite
      .prepare<[], Row>(`SELECT ${ROW} FROM vulnerabilities v WHERE ${OF_PUBLISHERS}`)
      .all();
  return sqlite
    .prepare<[string], Row>(
      `SELECT ${ROW} FROM vulnerabilities v WHERE id IN (SELECT value FROM json_each(?)) AND ${OF_PUBLISHERS}`,
    )
    .all(JSON.stringify([...changes.vulnerabilities]));
}
