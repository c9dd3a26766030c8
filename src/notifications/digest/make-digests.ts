import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../database/database.js';
import { writeTransaction } from '../../database/write-transaction.js';
import type { MessageContent } from '../message/message.js';
import { findRule, type StoredRule } from '../rules/rules.repository.js';
import {
  addToSum,
  buildDigest,
  EMPTY_SUM,
  type DigestFleet,
  type DigestSum,
} from './digest-message.js';
import { createDigestStatements } from './digest.statements.js';
import { nextDigest } from './digest-times.js';

export interface DigestDeps {
  database: Database;
  /** Unix seconds */
  now: () => number;
  /** IANA name of the time zone of days */
  zone: string;
  /** Reads the state of the hosts of a rule. */
  readFleet: (rule: StoredRule) => Promise<DigestFleet>;
  /** Inserts a message that is ready. */
  insertReady: (
    row: { rule_id: number; task_id: null },
    channelId: number,
    content: MessageContent,
    now: number,
  ) => void;
}

/**
 * Makes the digests that are due. The message is inserted, what it contains is deleted, and the next digest is planned
 * in one transaction. A rule whose digest was switched off gets a last one. After a pause of the service there is one
 * digest, not one for each day.
 */
export async function makeDigests(deps: DigestDeps): Promise<void> {
  const { database, now } = deps;
  for (const id of createDigestStatements(database.sqlite).listDue(now())) {
    const rule = await findRule(database.db, id);
    if (rule) await makeDigest(deps, rule);
  }
}

async function makeDigest(deps: DigestDeps, rule: StoredRule): Promise<void> {
  const { database, now, zone, insertReady } = deps;
  const { id, digest, channel_id: channelId, next_digest_at: due } = rule;
  if (due === null) return;
  const statements = createDigestStatements(database.sqlite);
  const fleet = await deps.readFleet(rule);
  const { sum, ids } = await readHeld(deps, id);
  await writeTransaction(database, () => {
    if (!statements.setNext(id, due, digest && nextDigest(digest, now(), zone))) return;
    const row = { rule_id: id, task_id: null } as const;
    insertReady(row, channelId, buildDigest(digest, sum, fleet, now()), now());
    statements.deleteHeld(ids);
  });
}

/** Reads what waits for a digest, a page at a time and before its transaction: others are not kept waiting. */
async function readHeld(
  { database }: DigestDeps,
  ruleId: number,
): Promise<{ sum: DigestSum; ids: number[] }> {
  let sum = EMPTY_SUM;
  const ids: number[] = [];
  for (;;) {
    const rows = createDigestStatements(database.reading()).listHeld(ruleId, ids.at(-1) ?? 0);
    if (rows.length === 0) return { sum, ids };
    sum = addToSum(
      sum,
      rows.map(({ message }) => JSON.parse(message) as MessageContent),
    );
    ids.push(...rows.map(({ id }) => id));
    await nextTurn();
  }
}
