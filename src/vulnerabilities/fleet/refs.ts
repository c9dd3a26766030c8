import type { Sqlite } from '../../database/sqlite.js';
import type { Judgement } from '../facts.js';
import { factKey } from '../facts.store.js';
import { identityOf } from '../findings.store.js';
import type { FactRef, SweepBatch } from './messages.js';

/** A fact of which only the number goes over to who stores it. */
export interface Ref { fact: FactRef; identity: string }

export interface Refs {
  of: (judgement: Judgement) => Ref;
  /** those without a number that nobody has taken yet */
  take: () => SweepBatch['facts'];
}

/** Looks facts up; one that is not stored is handed over once in a sweep, whoever has it. */
export function createRefs(sqlite: Sqlite): Refs {
  const find = sqlite.prepare<[Buffer], number>('SELECT id FROM facts WHERE key = ?').pluck();
  const fresh = new Map<string, FactRef>();
  let untaken: SweepBatch['facts'] = [];
  const numberOf = (key: Buffer, { fact, note }: Judgement): FactRef => {
    const hex = key.toString('hex');
    const known = fresh.get(hex) ?? find.get(key);
    if (known !== undefined) return known;
    const ref = -1 - fresh.size;
    fresh.set(hex, ref);
    untaken.push({ key: hex, judgement: { fact, note } });
    return ref;
  };
  return {
    of: (judgement) => ({ fact: numberOf(factKey(judgement.fact), judgement), identity: identityOf(judgement.fact) }),
    take: () => {
      const taken = untaken;
      untaken = [];
      return taken;
    },
  };
}
