import { setImmediate as turn } from 'node:timers/promises';
import type { Database } from '../../database/database.js';
import { writeTransaction } from '../../database/write-transaction.js';
import type { Sqlite } from '../../database/sqlite.js';
import type { Clock } from '../../platform/clock.js';
import type { FactStore } from '../findings/facts.store.js';
import type { FactRef, HostRematch, RematchBatch } from './messages.js';

interface Parts {
  database: Database;
  facts: FactStore;
  clock: Clock;
  /** whether anybody else saw to a host since the sweep began: what it says of that one is old */
  isTouched: (host: number) => boolean;
}

/** Stores the pieces of one sweep in short transactions, each host whole. Gives how many hosts were brought up to date. */
export type ApplyBatch = (batch: RematchBatch) => Promise<number>;

const SLICE_MS = 5;

export function createBatchWriter({ database, facts, clock, isTouched }: Parts): ApplyBatch {
  const storeHost = createStoreHost(database.sqlite);
  const mark = database.sqlite.prepare(
    "UPDATE host_judgements SET generation = @generation WHERE host_id IN (SELECT value FROM json_each(@hosts)) AND generation = @before AND state <> x''",
  );
  const numbers: number[] = []; // of the facts that this sweep handed over
  function* steps({
    generation,
    summaries: notes,
    facts: fresh,
    changes,
    unchanged,
  }: RematchBatch): Generator<number> {
    for (const { note, exploitation } of notes) {
      facts.updateSummary(note, exploitation);
      yield 0;
    }
    for (const { key, judgement } of fresh) {
      numbers.push(...facts.internFacts([{ key: Buffer.from(key, 'hex'), match: judgement }]));
      yield 0;
    }
    for (const change of changes)
      yield isTouched(change.host) ? 0 : storeHost(change, generation, numbers, clock.now());
    for (const { generation: before, hosts } of unchanged)
      yield mark.run({
        generation,
        before,
        hosts: JSON.stringify(hosts.filter((host) => !isTouched(host))),
      }).changes;
  }
  return async (batch) => {
    const left = steps(batch);
    let stored = 0;
    for (let isDone = false; !isDone; await turn()) {
      await database.waitForCheckpoint();
      isDone = await writeTransaction(database, () => {
        const start = clock.monotonicMs();
        for (let step = left.next(); !step.done; step = left.next()) {
          stored += step.value;
          if (clock.monotonicMs() - start > SLICE_MS) return false;
        }
        return true;
      });
    }
    return stored;
  };
}

function createStoreHost(sqlite: Sqlite) {
  const update = sqlite.prepare(
    'UPDATE host_judgements SET generation = @generation, state = @state WHERE host_id = @host AND generation = @before AND hex(state) = upper(@beforeState)',
  );
  const begin = sqlite.prepare(
    'INSERT INTO host_judgements (host_id, generation, state, looked_at) SELECT id, @generation, @state, 0 FROM hosts WHERE id = @host ON CONFLICT DO NOTHING',
  );
  const remove = sqlite.prepare(
    'DELETE FROM host_findings WHERE host_id = ? AND fact_id IN (SELECT value FROM json_each(?))',
  );
  const add = sqlite.prepare(
    'INSERT INTO host_findings (host_id, fact_id, first_seen, last_seen) SELECT @host, value, @now, @now FROM json_each(@facts)',
  );
  const renew = sqlite.prepare(
    'INSERT INTO host_findings (host_id, fact_id, first_seen, last_seen) VALUES (?, ?, ?, ?)',
  );
  /** 0: the host is not as it was when it was judged, and is left for the next sweep */
  return (
    { host, before, state, ...change }: HostRematch,
    generation: number,
    numbers: readonly number[],
    now: number,
  ): number => {
    const values = { host, generation, state: Buffer.from(state, 'hex') };
    const { changes } =
      before === null
        ? begin.run(values)
        : update.run({ ...values, before: before.generation, beforeState: before.state });
    if (changes === 0) return 0;
    const numberOf = (fact: FactRef): number | undefined => (fact < 0 ? numbers[-1 - fact] : fact);
    if (change.remove.length > 0) remove.run(host, JSON.stringify(change.remove));
    if (change.add.length > 0)
      add.run({ host, now, facts: JSON.stringify(change.add.map(numberOf)) });
    for (const { fact, since } of change.renew) renew.run(host, numberOf(fact), since, now);
    return 1;
  };
}
