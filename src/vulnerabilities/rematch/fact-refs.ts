import type { Sqlite } from '../../database/sqlite.js';
import type { Match, VulnerabilitySummary } from '../facts.js';
import { prepareFactIdByKey } from '../findings/facts.statements.js';
import { factKey } from '../findings/facts.store.js';
import { identityOf } from '../findings/findings.store.js';
import type { FactRef, RematchBatch } from './messages.js';

/** References to facts, so that a fact is sent once and afterwards only its reference. */
export interface FactRefs {
  refOf: (match: Match) => FactRef;
  /** Returns the identity (identityOf) of a fact that refOf returned; an empty text for others. */
  identity: (fact: FactRef) => string;
  /** Returns the facts without an id since the last call. */
  takeNewFacts: () => RematchBatch['facts'];
}

/** Looks up facts by their keys. A fact that is not stored is sent once in a rematch, for all hosts that have it. */
export function createFactRefs(sqlite: Sqlite): FactRefs {
  const idByKey = prepareFactIdByKey(sqlite);
  const newRefs = new Map<string, FactRef>();
  const identities = new Map<FactRef, string>();
  const summaries = new Map<string, VulnerabilitySummary>(); // they do not depend on the package
  let newFacts: RematchBatch['facts'] = [];

  const summaryOf = (match: Match): VulnerabilitySummary => {
    const { vulnerability_id: id } = match.fact;
    const summary = summaries.get(id) ?? match.summary;
    summaries.set(id, summary);
    return summary;
  };
  const lookUp = (key: Buffer, match: Match): FactRef => {
    const hex = key.toString('hex');
    const known = newRefs.get(hex) ?? idByKey.get(key);
    if (known !== undefined) return known;
    const ref = -1 - newRefs.size;
    newRefs.set(hex, ref);
    newFacts.push({ key: hex, match: { fact: match.fact, summary: summaryOf(match) } });
    return ref;
  };
  return {
    refOf: (match) => {
      const ref = lookUp(factKey(match.fact), match);
      if (!identities.has(ref)) identities.set(ref, identityOf(match.fact));
      return ref;
    },
    identity: (fact) => identities.get(fact) ?? '',
    takeNewFacts: () => {
      const taken = newFacts;
      newFacts = [];
      return taken;
    },
  };
}
