import { ConfigError } from '../../config.js';
import { DataDirInUseError } from '../../data-dir/lock.js';
import { CommandError } from './io.js';

/** What the person is told about an error, and the exit code: sentences for what they can mend, the whole trace for what they can't. */
export function describeError(error: unknown): { message: string; exitCode: number } {
  if (error instanceof CommandError) return { message: error.message, exitCode: error.exitCode };
  if (error instanceof ConfigError) return { message: error.message, exitCode: 2 };
  if (error instanceof DataDirInUseError) return { message: error.message, exitCode: 1 };
  const { message, stack, code } =
    error instanceof Error
      ? (error as NodeJS.ErrnoException)
      : ({ message: String(error) } as NodeJS.ErrnoException);
  if (code === 'ENOSPC' || code?.startsWith('SQLITE_FULL'))
    return {
      message: `There is no room left on the disk of the data folder (${message})`,
      exitCode: 1,
    };
  if (code !== undefined && /^SQLITE_(READONLY|IOERR|CANTOPEN)/.test(code))
    return {
      message: `The database of the data folder cannot be used (${message}): look at the disk, and at whom the files belong to`,
      exitCode: 1,
    };
  if (code?.startsWith('SQLITE_BUSY'))
    return {
      message: `Another program holds the database of the data folder (${message}); try again when it has let go`,
      exitCode: 1,
    };
  return { message: code === undefined ? (stack ?? message) : message, exitCode: 1 };
}
