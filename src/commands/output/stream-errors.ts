import type { OutputStream } from './io.js';

/**
 * Watches what a command writes. Whoever reads it may stop reading (`| head`): what is left then goes nowhere. Anything else that keeps it from being written is told, once.
 * @returns whether anything was lost so
 */
export function onOutputError(stdout: OutputStream, stderr: OutputStream): () => boolean {
  let lost = false;
  stderr.on('error', (error: NodeJS.ErrnoException) => {
    lost ||= isLoss(error);
  });
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (!lost && isLoss(error))
      stderr.write(`The output cannot be written whole: ${error.message}\n`);
    lost ||= isLoss(error);
  });
  return () => lost;
}

const isLoss = ({ code }: NodeJS.ErrnoException): boolean => code !== 'EPIPE';
