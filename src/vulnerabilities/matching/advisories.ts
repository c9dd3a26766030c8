import type { Knowledge } from '../../knowledge/open-knowledge.js';
import { prepareAdvisoriesOf, type AdvisoryRow } from './summaries.statements.js';

/** Returns a reader of the current records about a vulnerability, at most 200, those about it alone first. */
export function createAdvisoryReader({
  sqlite,
  generation,
}: Pick<Knowledge, 'sqlite' | 'generation'>): (vulnerability: string) => AdvisoryRow[] {
  const advisories = prepareAdvisoriesOf(sqlite);
  return (vulnerability) => {
    const current = generation();
    return advisories.all(vulnerability, current, current);
  };
}
