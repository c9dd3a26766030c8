import { existsSync, readFileSync } from 'node:fs';
import { openSqlite } from '../database/sqlite.js';
import { writeSecretFile, type Files } from './paths.js';

/** Another process works on the data folder. `url` is where it listens, when it does. */
export class DataDirInUseError extends Error {
  constructor(
    readonly dir: string,
    readonly service: ServiceRecord | null,
  ) {
    super(
      service?.url
        ? `A hostwarden service (process ${service.pid}) works on ${dir} already and listens on ${service.url}`
        : `Another hostwarden works on ${dir} already`,
    );
  }
}

/** What a running service tells of itself in its data folder. */
export interface ServiceRecord {
  pid: number;
  url: string | null;
  /** PEM of what it shows, and of what signed that, where it speaks TLS */
  certificate?: string;
}

/**
 * Takes the folder for this process. The lock is SQLite's own on an empty database: the system lets go of it however the process
 * ends, so that there is never a stale one. Throws DataDirInUseError.
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
    if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY'))
      throw new DataDirInUseError(dir, readRecord(files));
    throw error;
  }
  writeSecretFile(files.service, JSON.stringify({ pid: process.pid, url: null })); // what a killed service left there is not true any more
  return {
    announce: (record) => writeSecretFile(files.service, JSON.stringify(record)),
    release: () => {
      if (!lock.open) return;
      forget(files);
      lock.close();
    },
  };
}

// On a full disk the record stays as it is: without the lock nobody believes it.
function forget(files: Files): void {
  try {
    writeSecretFile(files.service, JSON.stringify({ pid: process.pid, url: null }));
  } catch {
    /* it is corrected at the next start */
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
