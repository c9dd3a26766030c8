import type { FactSet, ResultData } from '../read/result-data.js';

/** The ids of the facts of one finding on both sides. A package in two versions has two facts, one finding. */
export interface FactIdPair {
  before: number[];
  after: number[];
}

/** Groups by identity the facts of findings whose ids alone do not show that they are unchanged. */
export function pairFacts(
  { facts }: ResultData,
  oldSet: FactSet,
  newSet: FactSet,
  carriedOver: Iterable<number> = [],
): Map<number, FactIdPair> {
  const pairs = new Map<number, FactIdPair>();
  const add = (identity: number): unknown => pairs.set(identity, { before: [], after: [] });
  if (oldSet !== newSet)
    for (const id of symmetricDifference(oldSet.factIds, newSet.factIds)) add(facts.identityOf(id));
  for (const fact of oldSet.everAccepted) add(fact.identity);
  for (const fact of newSet.everAccepted) add(fact.identity);
  for (const identity of carriedOver) add(identity);
  if (pairs.size === 0) return pairs;
  const collect = (ids: readonly number[], side: keyof FactIdPair): void =>
    ids.forEach((id) => {
      pairs.get(facts.identityOf(id))?.[side].push(id);
    });
  collect(oldSet.factIds, 'before');
  collect(newSet.factIds, 'after');
  return pairs;
}

/** Returns the numbers that exactly one of two ascending lists contains. */
function symmetricDifference(a: readonly number[], b: readonly number[]): number[] {
  const found: number[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    const x = a[i] ?? Infinity;
    const y = b[j] ?? Infinity;
    if (x !== y) found.push(Math.min(x, y));
    if (x <= y) i += 1;
    if (y <= x) j += 1;
  }
  return found;
}
