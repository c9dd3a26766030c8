import { inspect } from 'node:util';
import { WinRmError } from '../../src/platform/winrm/winrm.error.js';

/** Resolves with the WinRmError of a rejected promise; fails if it resolves. */
export async function winRmRejection(promise: Promise<unknown>): Promise<WinRmError> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof WinRmError)) throw new Error(`no WinRmError: ${inspect(error)}`);
  return error;
}
