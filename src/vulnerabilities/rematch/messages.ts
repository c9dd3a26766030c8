import { KnowledgeError } from '../../knowledge/errors.js';
import { plainErrors, type ErrorCodec, type WorkerProtocol } from '../../lib/worker/messages.js';
import type { Match, VulnerabilitySummary } from '../facts.js';
import type { Exploitation } from '../findings/facts.store.js';
import type { Cause } from '../ledger/cause.js';

/** The database files of a rematch. */
export interface RematchJob {
  database: string;
  knowledge: string;
}

/** The messages of the rematch worker: a job is answered by a stream of batches. */
export interface RematchProtocol extends WorkerProtocol {
  request: RematchJob;
  item: RematchBatch;
}

/** The id of a fact. A negative number refers to a fact that this rematch sent without an id: -1 is the first one. */
export type FactRef = number;

/** The stored match of a host when it was read. `state`: hexadecimal. */
export interface LastMatch {
  generation: number;
  state: string;
}

/** The changes of one host's findings. */
export interface HostRematch {
  host: number;
  /** null: never matched */
  before: LastMatch | null;
  state: string;
  /** JSON of OtherPackages; undefined: they are as before */
  otherPackages: string | null | undefined;
  /** why findings appeared and disappeared */
  cause: Cause;
  remove: number[];
  /** vulnerabilities that are new in their package or on their port */
  add: FactRef[];
  /** replaced facts: the vulnerability has been in the same package or on the same port since then */
  renew: { fact: FactRef; since: number }[];
  /** those of `add` that count as appeared: not the first findings of the host */
  appeared: FactRef[];
  /** those of `remove` that no fact replaces */
  disappeared: number[];
}

/** A part of the result. Batches have to be stored in order: `facts` come before the hosts that refer to them. */
export interface RematchBatch {
  generation: number;
  summaries: { summary: VulnerabilitySummary; exploitation: Exploitation }[];
  /** `key`: hexadecimal */
  facts: { key: string; match: Match }[];
  changes: HostRematch[];
  /** hosts without changes since this older generation */
  unchanged: { generation: number; hosts: number[] }[];
}

export const createBatch = (generation: number, part: Partial<RematchBatch>): RematchBatch => ({
  generation,
  summaries: [],
  facts: [],
  changes: [],
  unchanged: [],
  ...part,
});

interface EncodedFailure {
  isKnowledgeError: boolean;
  error: unknown;
}

/** Keeps apart failures of the vulnerability database and of the main database. */
export const rematchErrors: ErrorCodec = {
  encode: (error): EncodedFailure =>
    error instanceof KnowledgeError
      ? { isKnowledgeError: true, error: plainErrors.encode(error.cause) }
      : { isKnowledgeError: false, error: plainErrors.encode(error) },
  decode: (encoded) => {
    const { isKnowledgeError, error } = encoded as EncodedFailure;
    const decoded = plainErrors.decode(error);
    return isKnowledgeError ? new KnowledgeError(decoded) : decoded;
  },
};
