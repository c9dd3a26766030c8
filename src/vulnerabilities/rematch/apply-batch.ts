import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Database } from '../../database/database.js';
import { writeTransaction } from '../../database/write-transaction.js';
import type { Clock } from '../../platform/clock.js';
import type { FactStore } from '../findings/facts.store.js';
import { RULES_VERSION } from '../rules-version.js';
import { createFindingChanges, type FindingChanges } from '../ledger/finding-changes.js';
import { createFindingLedger, type RecordDifference } from '../ledger/ledger.js';
import { prepareBatchStatements } from './apply-batch.statements.js';
import type { FactRef, HostRematch, RematchBatch } from './messages.js';

interface BatchWriterDeps {
  database: Database;
  facts: FactStore;
  clock: Clock;
  /** whether the host was stored otherwise since the rematch started: its result is outdated */
  isTouched: (host: number) => boolean;
  onHostMatched?: ((host: number) => void) | undefined;
}

/**
 * Stores the batches of one rematch in short transactions, each host as a whole. Returns how many hosts were
 * updated.
 */
export type ApplyBatch = (batch: RematchBatch) => Promise<number>;

const MAX_TRANSACTION_MS = 5;

export function createBatchWriter({
  database,
  facts,
  clock,
  isTouched,
  onHostMatched = () => undefined,
}: BatchWriterDeps): ApplyBatch {
  const statements = prepareBatchStatements(database.sqlite);
  const recordDifference = createFindingLedger(database.sqlite);
  const { markHost } = createFindingChanges(database.sqlite);
  const sentFacts: number[] = []; // ids of the facts that this rematch sent without an id

  /** Yields after each write, so that the transaction can end, how many hosts it updated. */
  function* applySteps(batch: RematchBatch): Generator<number> {
    const { generation } = batch;
    for (const { summary, exploitation } of batch.summaries) {
      facts.updateSummary(summary, exploitation);
      yield 0;
    }
    for (const { key, match } of batch.facts) {
      sentFacts.push(...facts.internFacts([{ key: Buffer.from(key, 'hex'), match }]));
      yield 0;
    }
    for (const change of batch.changes) {
      if (isTouched(change.host)) continue;
      onHostMatched(change.host);
      const writer = { statements, recordDifference, markHost, sentFacts };
      yield storeHost(writer, change, generation, clock.now());
    }
    for (const { generation: before, hosts } of batch.unchanged)
      yield statements.markUnchanged.run({
        generation,
        rules: RULES_VERSION,
        before,
        hosts: JSON.stringify(hosts.filter((host) => !isTouched(host))),
      }).changes;
  }

  return async (batch) => {
    const steps = applySteps(batch);
    let stored = 0;
    for (let isDone = false; !isDone; await yieldToEventLoop()) {
      await database.waitForCheckpoint();
      isDone = await writeTransaction(database, () => {
        const start = clock.monotonicMs();
        for (let step = steps.next(); !step.done; step = steps.next()) {
          stored += step.value;
          if (clock.monotonicMs() - start > MAX_TRANSACTION_MS) return false;
        }
        return true;
      });
    }
    return stored;
  };
}

interface HostWriter {
  statements: ReturnType<typeof prepareBatchStatements>;
  recordDifference: RecordDifference;
  markHost: FindingChanges['markHost'];
  sentFacts: readonly number[];
}

/** Returns 0 if the host has changed since it was read: it is left to the next rematch. Otherwise 1. */
function storeHost(
  { statements, recordDifference, markHost, sentFacts }: HostWriter,
  {
    host,
    before,
    state,
    otherPackages,
    cause,
    remove,
    add,
    renew,
    appeared,
    disappeared,
  }: HostRematch,
  generation: number,
  now: number,
): number {
  const values = {
    host,
    generation,
    rules: RULES_VERSION,
    state: Buffer.from(state, 'hex'),
    otherPackages: otherPackages ?? null,
  };
  const { changes } =
    before === null
      ? statements.insertMatch.run(values)
      : statements.updateMatch.run({
          ...values,
          before: before.generation,
          beforeState: before.state,
          isKept: otherPackages === undefined ? 1 : 0,
        });
  if (changes === 0) return 0;
  const idOf = (fact: FactRef): number | undefined => (fact < 0 ? sentFacts[-1 - fact] : fact);
  const appearedIds = appeared.map(idOf).filter((id) => id !== undefined);
  recordDifference({ host, cause, appeared: appearedIds, disappeared }, now);
  if (remove.length + add.length + renew.length > 0) markHost(host);
  if (remove.length > 0) statements.removeFindings.run(host, JSON.stringify(remove));
  if (add.length > 0)
    statements.addFindings.run({ host, now, facts: JSON.stringify(add.map(idOf)) });
  for (const { fact, since } of renew) statements.addFinding.run(host, idOf(fact), since, now);
  return 1;
}
