import { unpackNumbers } from '../vulnerabilities/number-set.js';
import type { ReportFact } from './diff.js';
import type { ReportRows } from './rows.js';

export type FactRow = Omit<ReportFact, 'identity'>;

const AT_ONCE = 1_000;
// As JSON.stringify writes it; inside a string its quotes would be escaped.
const HIDDEN = '"unimportant":true';

/**
 * Every fact of some sets, by its number; those that are unimportant in their publisher's eyes only with `withHidden`.
 * @param sets numbers of number_sets
 */
export function readFacts(rows: ReportRows, sets: Iterable<number>, withHidden: boolean): Map<number, ReportFact> {
  const wanted = new Set<number>();
  for (const set of sets) {
    for (const number of unpackNumbers(rows.numbers(set))) wanted.add(number);
  }
  const identityOf = createIdentities();
  const facts = new Map<number, ReportFact>();
  const ids = [...wanted].sort((a, b) => a - b);
  for (let i = 0; i < ids.length; i += AT_ONCE) {
    for (const row of rows.facts(ids.slice(i, i + AT_ONCE))) if (withHidden || !row.basis.includes(HIDDEN)) facts.set(row.id, { ...row, identity: identityOf(row) });
  }
  return facts;
}

/** Numbers for vulnerabilities in places: equal ones get equal numbers. */
export function createIdentities(): (fact: FactRow) => number {
  const known = new Map<string, number>();
  return (f) => {
    const key = `${f.vulnerability_id}\0${f.package ?? ''}\0${f.architecture ?? ''}\0${f.port ?? ''}${f.transport ?? ''}`;
    const number = known.get(key) ?? known.size;
    if (number === known.size) known.set(key, number);
    return number;
  };
}
