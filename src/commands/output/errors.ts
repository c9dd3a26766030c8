import { ConfigError } from '../../config.js';
import { DataDirInUseError } from '../../data-dir/lock.js';
import { SchemaError } from '../../database/migrate.js';

/** Ends the command with this exit code; the message is complete for the user. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly exitCode: 1 | 2 | 130 = 1,
  ) {
    super(message);
  }
}

/**
 * Returns the message for the user and the exit code of an error: one sentence if the user can fix it,
 * otherwise the stack trace.
 */
export function describeError(error: unknown): { message: string; exitCode: number } {
  if (error instanceof CommandError) return { message: error.message, exitCode: error.exitCode };
  if (error instanceof ConfigError || error instanceof SchemaError)
    return { message: error.message, exitCode: 2 };
  if (error instanceof DataDirInUseError) return { message: error.message, exitCode: 1 };
  if (!(error instanceof Error)) return { message: String(error), exitCode: 1 };
  const { message, stack, code } = error as NodeJS.ErrnoException;
  const storage = storageMessage(code ?? '', message);
  return { message: storage ?? (code === undefined ? (stack ?? message) : message), exitCode: 1 };
}

function storageMessage(code: string, message: string): string | null {
  if (code === 'ENOSPC' || code.startsWith('SQLITE_FULL'))
    return `No space left in the data directory (${message})`;
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(code))
    return `The database in the data directory is damaged (${message}); restore a backup`;
  if (/^SQLITE_(READONLY|IOERR|CANTOPEN)/.test(code))
    return `The database in the data directory cannot be used (${message}); check the disk and file ownership`;
  if (code.startsWith('SQLITE_BUSY'))
    return `Database is locked by another process (${message}); try again later`;
  return null;
}
