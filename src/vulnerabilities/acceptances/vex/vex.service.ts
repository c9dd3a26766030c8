import { z } from 'zod';
import { appendCount, type ChangeLog } from '../../../database/changes/change-events.js';
import type { Database } from '../../../database/database.js';
import { AppError } from '../../../errors.js';
import { runInSlices } from '../../../lib/slices.js';
import type { Clock } from '../../../platform/clock.js';
import { endAcceptances } from '../acceptances.repository.js';
import { isCsaf, readCsaf } from './read-csaf.js';
import { isOpenVex, readOpenVex } from './read-openvex.js';
import { cleanVexText, toAcceptances, type VexDocument } from './statements.js';
import { activeOfDocument, replaceAcceptances } from './vex.repository.js';

interface VexDeps {
  database: Pick<Database, 'db' | 'sqlite'>;
  clock: Pick<Clock, 'now'>;
  eventStream: ChangeLog;
}

const MAX_ACCEPTANCES = 10_000;
const MAX_SOURCE = 1000;
const MAX_AUTHOR = 255;

export type VexService = ReturnType<typeof createVexService>;

/** Keeps the statements of vendors as acceptances. */
export function createVexService({ database: { db, sqlite }, clock, eventStream }: VexDeps) {
  return {
    /**
     * Imports an OpenVEX or CSAF VEX document; it replaces an earlier one with the same id. 422 if it is neither, 413
     * if it makes more than 10,000 acceptances.
     */
    async importDocument(input: unknown) {
      const document = await readDocument(input);
      const { acceptances, skipped } = await runInSlices(toAcceptances(document));
      if (acceptances.length > MAX_ACCEPTANCES)
        throw new AppError(
          'body_too_large',
          `The document makes ${acceptances.length} acceptances, more than ${MAX_ACCEPTANCES}: split it`,
        );
      const source = cleanVexText(document.source, MAX_SOURCE);
      const by = cleanVexText(document.author, MAX_AUTHOR);
      const changes = await db.transaction().execute(async (trx) => {
        const connection = { db: trx, sqlite };
        const replaced = await replaceAcceptances(
          connection,
          { source, by },
          acceptances,
          clock.now(),
        );
        appendCount(eventStream, 'acceptance.updated', replaced.ended);
        appendCount(eventStream, 'acceptance.created', replaced.added);
        return replaced;
      });
      return {
        source,
        by,
        format: document.format,
        acceptances: acceptances.length,
        ...changes,
        skipped,
      };
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

async function readDocument(input: unknown): Promise<VexDocument> {
  try {
    if (isOpenVex(input)) return await runInSlices(readOpenVex(input));
    if (isCsaf(input)) return await runInSlices(readCsaf(input));
  } catch (error) {
    if (error instanceof z.ZodError) throw notUnderstood(describeIssue(error));
    throw error;
  }
  throw notUnderstood('it has neither "@context" (OpenVEX) nor "document" (CSAF)');
}

const notUnderstood = (reason: string): AppError =>
  new AppError('vex_not_understood', `Not an OpenVEX 0.2.0 or CSAF 2.0 VEX document: ${reason}`);

function describeIssue({ issues: [first] }: z.ZodError): string {
  const path = (first?.path ?? []).map(String).join('/');
  return `/${path}: ${first?.message ?? 'invalid'}`;
}
