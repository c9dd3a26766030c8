import type { OutputStream } from './io.js';

/**
 * Watches the output streams of a command. A reader may stop reading (`| head`): the rest is discarded.
 * Any other write error is reported once.
 * @returns whether output was lost by such an error
 */
export function onOutputError(stdout: OutputStream, stderr: OutputStream): () => boolean {
  let isLost = false;
  stderr.on('error', (error: NodeJS.ErrnoException) => {
    isLost ||= isWriteError(error);
  });
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (!isLost && isWriteError(error)) stderr.write(`Output is incomplete: ${error.message}\n`);
    isLost ||= isWriteError(error);
  });
  return () => isLost;
}

const isWriteError = ({ code }: NodeJS.ErrnoException): boolean => code !== 'EPIPE';
