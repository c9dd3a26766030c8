import type { CommandJob, SshConnection } from './execute.js';
import { SshError } from './ssh-error.js';

/** Rejects as soon as a command has to be given up: its time is over, it was aborted, or the connection is gone. Nothing stays behind after `dispose`. */
export function timeoutOrAbort(
  connection: Pick<SshConnection, 'onLost'>,
  job: Pick<CommandJob, 'timeoutMs' | 'signal'>,
): { rejected: Promise<never>; dispose: () => void } {
  const { signal, timeoutMs } = job;
  let rejectWith: (error: SshError) => void = () => undefined;
  const rejected = new Promise<never>((_resolve, reject) => {
    rejectWith = reject;
  });
  rejected.catch(() => undefined); // it may be nobody's concern any more
  const abort = (): void => {
    rejectWith(new SshError('aborted', 'the command was aborted'));
  };
  const timer = setTimeout(() => {
    rejectWith(new SshError('timeout', `the command did not end in ${timeoutMs} ms`));
  }, timeoutMs);
  const stopListening = connection.onLost(rejectWith);
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted === true) abort();
  return {
    rejected,
    dispose: () => {
      clearTimeout(timer);
      stopListening();
      signal?.removeEventListener('abort', abort);
    },
  };
}
