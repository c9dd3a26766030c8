import type { CommandJob, SshLink } from './execute.js';
import { SshError } from './ssh-error.js';

/** Rejects as soon as a command has to be given up: its time is over, it was aborted, or the connection is gone. Nothing stays behind after `dispose`. */
export function timeoutOrAbort(
  link: Pick<SshLink, 'onLost'>,
  job: Pick<CommandJob, 'timeoutMs' | 'signal'>,
): { rejected: Promise<never>; dispose: () => void } {
  const { signal, timeoutMs } = job;
  let give: (error: SshError) => void = () => undefined;
  const rejected = new Promise<never>((_resolve, reject) => {
    give = reject;
  });
  rejected.catch(() => undefined); // it may be nobody's concern any more
  const abort = (): void => {
    give(new SshError('aborted', 'the command was aborted'));
  };
  const timer = setTimeout(() => {
    give(new SshError('timeout', `the command did not end in ${timeoutMs} ms`));
  }, timeoutMs);
  const forget = link.onLost(give);
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted === true) abort();
  return {
    rejected,
    dispose: () => {
      clearTimeout(timer);
      forget();
      signal?.removeEventListener('abort', abort);
    },
  };
}
