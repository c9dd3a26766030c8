import { inspect } from 'node:util';
import { WinRmError } from '../../src/platform/winrm/winrm.error.js';

/** What went wrong; fails when nothing did. */
export async function failure(promise: Promise<unknown>): Promise<WinRmError> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof WinRmError)) throw new Error(`no WinRmError: ${inspect(error)}`);
  return error;
}
