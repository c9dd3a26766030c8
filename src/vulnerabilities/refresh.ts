import type { Sqlite } from '../database/sqlite.js';
import type { Exploitation, FactStore } from './facts.store.js';
import type { ReadNote } from './notes.js';

interface Parts { sqlite: Sqlite; facts: Pick<FactStore, 'refresh'>; exploited: (id: string) => Exploitation; notes: ReadNote; generation: () => number; isCheck: (id: string) => boolean }

type Row = { id: string; title: string; aliases: string; cvss_score: number | null; cvss_vector: string | null };

/**
 * Brings what is told of the next vulnerabilities behind `after` up to date with the newest knowledge: titles, scores, whether they are exploited. Inside a transaction only.
 * Gives the last one it came to; null: none was left.
 */
export type Refresh = (after: string, count: number) => string | null;

export function createRefresh({ sqlite, facts, exploited, notes, generation, isCheck }: Parts): Refresh {
  const next = sqlite.prepare<[string, number], Row>('SELECT id, title, aliases, cvss_score, cvss_vector FROM vulnerabilities WHERE id > ? ORDER BY id LIMIT ?');
  return (after, count) => {
    const rows = next.all(after, count);
    for (const row of rows) {
      if (isCheck(row.id)) continue;
      const note = notes(row.id, generation());
      const isTold = note.title !== row.id || note.cvss_score !== null; // what no record tells of any more keeps its title
      facts.refresh(isTold ? note : { ...row, aliases: JSON.parse(row.aliases) as string[] }, exploited(row.id));
    }
    return rows.at(-1)?.id ?? null;
  };
}
