import type { Database } from '../../database/database.js';
import { writeTransaction } from '../../database/write-transaction.js';
import type { MessageContent } from '../message/message.js';
import { findRule, type StoredRule } from '../rules/rules.repository.js';
import { buildDigest, type DigestFleet } from './digest-message.js';
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
 * in one transaction. After a pause of the service there is one digest, not one for each day.
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
  if (digest === null || due === null) return;
  const statements = createDigestStatements(database.sqlite);
  const fleet = await deps.readFleet(rule);
  await writeTransaction(database, () => {
    if (!statements.setNext(id, due, nextDigest(digest, now(), zone))) return;
    const held = statements.listHeld(id);
    const contents = held.map(({ message }) => JSON.parse(message) as MessageContent);
    const row = { rule_id: id, task_id: null } as const;
    insertReady(row, channelId, buildDigest(digest, contents, fleet, now()), now());
    statements.deleteHeld(id, held.at(-1)?.id ?? 0);
  });
}
