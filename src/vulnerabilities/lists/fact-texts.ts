import type { Sqlite } from '../../database/sqlite.js';
import type { Fact } from '../facts.js';
import { writeFact } from '../findings/findings.presenter.js';
import type { HostChanges } from '../host-changes.js';
import { selectFacts } from './lists.repository.js';

/** The part that all findings of a fact share, as a list writes it. `text`: JSON without the closing brace. */
interface FactText {
  text: string;
  feed: Fact['feed'];
}

/** Writes facts, and keeps the texts until the summary of a vulnerability changes: facts never change. */
export interface FactTexts {
  note: (changes: Pick<HostChanges, 'isAll' | 'vulnerabilities'>) => void;
  /** Returns the texts of the facts of some findings, by the id of the fact. Inside a read transaction. */
  read: (findings: readonly { fact_id: number }[]) => ReadonlyMap<number, FactText>;
}

const MAX_KEPT = 10_000; // about 10 MB

export function createFactTexts(sqlite: Sqlite): FactTexts {
  const texts = new Map<number, FactText>();
  return {
    note({ isAll, vulnerabilities }) {
      if (isAll || vulnerabilities.length > 0) texts.clear();
    },
    read(findings) {
      if (texts.size > MAX_KEPT) texts.clear();
      const unknown = findings.filter(({ fact_id }) => !texts.has(fact_id));
      if (unknown.length > 0)
        for (const row of selectFacts(sqlite, unknown))
          texts.set(row.fact_id, { text: writeFact(row), feed: row.feed });
      return texts;
    },
  };
}
