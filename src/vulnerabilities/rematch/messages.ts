import type { Match, VulnerabilitySummary } from '../facts.js';
import type { Exploitation } from '../findings/facts.store.js';

/** The files of one sweep over the fleet. */
export interface RematchJob {
  database: string;
  knowledge: string;
}

/** The number of a fact; of one that had none yet when it was judged: -1 for the first that this sweep handed over, -2 for the second … */
export type FactRef = number;

/** What there was of a host when it was looked at. `state`: hexadecimal. */
export interface HostStateBefore {
  generation: number;
  state: string;
}

/** What the newest knowledge changes about one host. */
export interface HostRematch {
  host: number;
  /** null: it was never judged */
  before: HostStateBefore | null;
  state: string;
  remove: number[];
  /** vulnerabilities that are new in their places */
  add: FactRef[];
  /** what is told otherwise than before of a vulnerability that has been in the same place since then */
  renew: { fact: FactRef; since: number }[];
}

/** A piece of what a sweep came to. Pieces are taken in their order: `facts` before who has them. */
export interface RematchBatch {
  generation: number;
  summaries: { note: VulnerabilitySummary; exploitation: Exploitation }[];
  facts: { key: string; judgement: Match }[];
  changes: HostRematch[];
  /** hosts of which nothing changed since this older generation */
  unchanged: { generation: number; hosts: number[] }[];
}

export type FromRematch =
  | { kind: 'batch'; batch: RematchBatch }
  | { kind: 'done' }
  | { kind: 'failed'; isKnowledge: boolean; message: string; stack: string | undefined };
export type ToRematch = 'next';

export const createBatch = (generation: number, more: Partial<RematchBatch>): RematchBatch => ({
  generation,
  summaries: [],
  facts: [],
  changes: [],
  unchanged: [],
  ...more,
});
