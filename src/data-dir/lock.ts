import { existsSync, readFileSync } from 'node:fs';
import { openSqlite } from '../database/sqlite.js';
import { writeSecretFile, type Files } from './paths.js';

/** Another process uses the data directory. `service`: its record; null: unknown. */
export class DataDirInUseError extends Error {
  constructor(
    readonly dir: string,
    readonly service: ServiceRecord | null,
  ) {
    super(
      service?.url
        ? `A hostwarden service (process ${service.pid}) already uses ${dir} and listens on ${service.url}`
        : `Another hostwarden process already uses ${dir}`,
    );
  }
}

/** The record of a running service in its data directory. `url`: where it listens; null: not listening. */
export interface ServiceRecord {
  pid: number;
  url: string | null;
  /** PEM of the server's certificate and its issuer, when it uses TLS */
  certificate?: string;
}

/**
 * Locks the data directory for this process. The lock is SQLite's lock on an empty database: the operating system
 * releases it however the process ends, so that it is never stale. Throws DataDirInUseError.
 */
export function lockDataDir(
  dir: string,
  files: Files,
): { release: () => void; announce: (record: ServiceRecord) => void } {
  const lock = openSqlite(files.lock, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (isLocked(error)) throw new DataDirInUseError(dir, readRecord(files));
    throw error;
  }
  clearRecord(files); // a killed service leaves an outdated record
  return {
    announce: (record) => writeSecretFile(files.service, JSON.stringify(record)),
    release: () => {
      if (!lock.open) return;
      tryToClearRecord(files);
      lock.close();
    },
  };
}

/** The record of a service that listens. */
export type ListeningService = ServiceRecord & { url: string };

/**
 * Returns the record of the service that uses the directory and listens; null: no service does. It takes no lock, and
 * loads nothing of the service.
 */
export function findService(files: Files): ListeningService | null {
  if (!existsSync(files.lock)) return null;
  const lock = openSqlite(files.lock, { readonly: true, timeout: 0 });
  try {
    lock.pragma('schema_version');
    return null;
  } catch (error) {
    if (!isLocked(error)) throw error;
    const record = readRecord(files);
    return typeof record?.url === 'string' ? { ...record, url: record.url } : null;
  } finally {
    lock.close();
  }
}

const isLocked = (error: unknown): boolean =>
  (error as { code?: string }).code?.startsWith('SQLITE_BUSY') === true;

const clearRecord = (files: Files): void => {
  writeSecretFile(files.service, JSON.stringify({ pid: process.pid, url: null }));
};

// On a full disk the record stays. It is ignored without the lock, and replaced at the next start.
function tryToClearRecord(files: Files): void {
  try {
    clearRecord(files);
  } catch {
    /* see above */
  }
}

function readRecord(files: Files): ServiceRecord | null {
  try {
    return existsSync(files.service)
      ? (JSON.parse(readFileSync(files.service, 'utf8')) as ServiceRecord)
      : null;
  } catch {
    return null;
  }
}
