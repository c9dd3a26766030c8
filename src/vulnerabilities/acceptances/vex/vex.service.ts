import { appendCount, type ChangeLog } from '../../../database/changes/change-events.js';
import type { Database } from '../../../database/database.js';
import type { Sqlite } from '../../../database/sqlite.js';
import { AppError } from '../../../errors.js';
import type { Clock } from '../../../platform/clock.js';
import { endAcceptances } from '../acceptances.repository.js';
import { storedVulnerabilityIds } from '../../vulnerabilities.repository.js';
import type { VendorAcceptance } from './statements.js';
import { createVexReader } from './vex-reader.js';
import { activeOfDocument, replaceAcceptances } from './vex.repository.js';

interface VexDeps {
  database: Pick<Database, 'db' | 'sqlite'>;
  clock: Pick<Clock, 'now'>;
  eventStream: ChangeLog;
}

export type VexService = ReturnType<typeof createVexService>;

/** Keeps the statements of vendors as acceptances. */
export function createVexService({ database: { db, sqlite }, clock, eventStream }: VexDeps) {
  const readDocument = createVexReader();
  return {
    /**
     * Imports an OpenVEX or CSAF VEX document; it replaces an earlier one with the same id. 422 if it is neither, 413
     * if it makes more than 10,000 acceptances or 100,000 statements.
     * @param bytes its JSON
     */
    async importDocument(bytes: Uint8Array) {
      const reading = await readDocument(bytes);
      if (!reading.ok) throw new AppError(reading.code, reading.detail);
      const { acceptances: read, ...document } = reading.document;
      const acceptances = withStoredIds(read, sqlite);
      const changes = await db.transaction().execute(async (trx) => {
        const connection = { db: trx, sqlite };
        const replaced = await replaceAcceptances(connection, document, acceptances, clock.now());
        appendCount(eventStream, 'acceptance.updated', replaced.ended);
        appendCount(eventStream, 'acceptance.created', replaced.added);
        return replaced;
      });
      return { ...document, acceptances: acceptances.length, ...changes };
    },

    /** Ends all acceptances of a document. 404 if it has no active ones. */
    async removeDocument(source: string): Promise<void> {
      const ended = await db.transaction().execute(async (trx) => {
        const ids = await activeOfDocument(trx, source);
        const count = ids.length === 0 ? 0 : await endAcceptances(trx, ids, clock.now());
        appendCount(eventStream, 'acceptance.updated', count);
        return count;
      });
      if (ended === 0)
        throw new AppError('not_found', `No acceptance of the document ${source} is active`);
    },
  };
}

/** Returns acceptances with the ids of their vulnerabilities as they are stored. */
function withStoredIds(
  acceptances: readonly VendorAcceptance[],
  sqlite: Sqlite,
): VendorAcceptance[] {
  const ids = acceptances.map(({ vulnerability_id }) => vulnerability_id);
  const toStored = storedVulnerabilityIds(sqlite, ids);
  return acceptances.map((acceptance) => ({
    ...acceptance,
    vulnerability_id: toStored(acceptance.vulnerability_id),
  }));
}
