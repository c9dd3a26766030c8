import type { Sqlite } from '../../database/sqlite.js';
import type { Match, VulnerabilitySummary } from '../facts.js';
import { factKey } from '../findings/facts.store.js';
import { identityOf } from '../findings/findings.store.js';
import type { FactRef, RematchBatch } from './messages.js';

/** Facts of which only the number goes over to who stores them. */
export interface FactRefs {
  refOf: (judgement: Match) => FactRef;
  /** which vulnerability in which place a fact that was asked for is about (identityOf) */
  identity: (fact: FactRef) => string;
  /** those without a number that nobody has taken yet */
  take: () => RematchBatch['facts'];
}

/** Looks facts up; one that is not stored is handed over once in a sweep, whoever has it. */
export function createFactRefs(sqlite: Sqlite): FactRefs {
  const find = sqlite.prepare<[Buffer], number>('SELECT id FROM facts WHERE key = ?').pluck();
  const fresh = new Map<string, FactRef>();
  const identities = new Map<FactRef, string>();
  const notes = new Map<string, VulnerabilitySummary>(); // the same whichever package it is asked for
  let untaken: RematchBatch['facts'] = [];
  const noteOf = (judgement: Match): VulnerabilitySummary => {
    const { vulnerability_id: id } = judgement.fact;
    const note = notes.get(id) ?? judgement.summary;
    notes.set(id, note);
    return note;
  };
  const numberOf = (key: Buffer, judgement: Match): FactRef => {
    const hex = key.toString('hex');
    const known = fresh.get(hex) ?? find.get(key);
    if (known !== undefined) return known;
    const ref = -1 - fresh.size;
    fresh.set(hex, ref);
    untaken.push({ key: hex, judgement: { fact: judgement.fact, summary: noteOf(judgement) } });
    return ref;
  };
  return {
    refOf: (judgement) => {
      const ref = numberOf(factKey(judgement.fact), judgement);
      if (!identities.has(ref)) identities.set(ref, identityOf(judgement.fact));
      return ref;
    },
    identity: (fact) => identities.get(fact) ?? '',
    take: () => {
      const taken = untaken;
      untaken = [];
      return taken;
    },
  };
}
