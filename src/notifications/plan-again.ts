import type { Database } from '../database/database.js';
import { writeTransaction } from '../database/write-transaction.js';
import { createDigestStatements } from './digest/digest.statements.js';
import { nextDigest } from './digest/digest-times.js';
import { createDeliveryStatements } from './outbox/deliveries.statements.js';

interface PlanDeps {
  database: Database;
  /** Unix seconds */
  now: () => number;
  /** IANA name of the time zone of days */
  zone: string;
}

/**
 * Plans messages and digests again after the clock was set back: those of a clock that was ahead would wait for its
 * time. Messages that wait for their next attempt are tried now.
 */
export async function planAgain({ database, now, zone }: PlanDeps): Promise<void> {
  const digests = createDigestStatements(database.sqlite);
  await writeTransaction(database, () => {
    createDeliveryStatements(database.sqlite).planAgain(now());
    for (const { id, digest, due } of digests.listPlanned(now())) {
      const next = digest === null ? now() : nextDigest(digest, now(), zone);
      if (next < due) digests.setNext(id, due, next);
    }
  });
}
