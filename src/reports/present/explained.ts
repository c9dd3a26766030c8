import { explainFinding } from '../../vulnerabilities/findings/explanation.js';
import type { FactBasis } from '../../vulnerabilities/facts.js';
import type { Explain } from './entry-view.js';

/** What a finding means and what to do about it. */
export const explainFact: Explain = (fact, title) =>
  explainFinding({ ...fact, basis: JSON.parse(fact.basis) as FactBasis }, title);
