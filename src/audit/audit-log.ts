import type { BaseLogger } from 'pino';
import type { ClockWatch } from '../clock/clock-watch.js';
import type { Database } from '../database/database.js';
import { writeTransaction, type WriteConnection } from '../database/write-transaction.js';
import type { Clock } from '../platform/clock.js';
import {
  createAuditEntry,
  type AuditEntry,
  type AuditedResponse,
  type EntryOptions,
} from './entry/audit-entry.js';
import { createAuditStatements } from './audit.statements.js';
import { createFailedLogins, type FailedLogin } from './failed-logins.js';
import { createResourceReader } from './resources.statements.js';

interface AuditDeps {
  database: Database;
  clock: Clock;
  clockWatch: Pick<ClockWatch, 'deletableBefore'>;
  log: Pick<BaseLogger, 'error'>;
  retentionDays: number;
}

/** The log of who changed what. */
export interface AuditLog {
  /** Returns the entry of a request; it takes part in the request's transactions. */
  begin(options: EntryOptions): AuditEntry;
  /** Writes what the transactions of the request did not. Never rejects: the change is made already, or refused. */
  end(entry: AuditEntry, response: AuditedResponse): Promise<void>;
  /** Counts a failed login. Those of one address are summed up. */
  recordFailedLogin(login: FailedLogin): void;
  /** Writes the counts of failed logins. */
  flush(): Promise<void>;
  /** Deletes lines after the days of retention, in batches. */
  deleteOld(shouldStop: () => boolean): Promise<void>;
  close(): Promise<void>;
}

const BATCH_SIZE = 1000;

/**
 * Writes the line of the running request into the audit log, before a change that no transaction makes: one in memory,
 * or one that another program makes. Rejects with the error of SQLite, so that the change is not made without its line.
 */
export const recordFirst = (database: WriteConnection): Promise<void> =>
  writeTransaction(database, () => undefined);

export function createAuditLog({
  database,
  clock,
  clockWatch,
  log,
  retentionDays,
}: AuditDeps): AuditLog {
  const statements = createAuditStatements(database.sqlite);
  const resources = createResourceReader(database.sqlite);
  const now = (): number => clock.now();
  const write = (work: () => void): Promise<void> =>
    database.groupCommit(work).catch((err: unknown) => {
      log.error({ err }, 'audit log cannot be written');
    });
  const logins = createFailedLogins({ statements, clock, write });
  return {
    begin: (options) => createAuditEntry({ statements, resources, now }, options),
    async end(entry, response) {
      const rest = entry.end(response);
      if (rest) await write(rest);
    },
    recordFailedLogin: logins.record,
    flush: logins.flush,
    async deleteOld(shouldStop) {
      const time = clockWatch.deletableBefore(retentionDays);
      while (!shouldStop()) {
        const deleted = await writeTransaction(database, () =>
          statements.deleteBefore(time, BATCH_SIZE),
        );
        if (deleted < BATCH_SIZE) return;
      }
    },
    close: logins.flush,
  };
}
