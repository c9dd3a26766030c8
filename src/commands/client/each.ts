import { CommandError } from '../output/errors.js';
import type { Io } from '../output/io.js';

/** The outcome of an action on several items. */
export interface EachOutcome<T, R> {
  done: R[];
  /** items that failed, and why */
  failed: { item: T; reason: string }[];
}

const INTERRUPTED = 130;

/**
 * Calls `act` with one item after the other, also after one has failed. Rejects with CommandError if the only item
 * fails, or if the user interrupts.
 */
export async function actOnEach<T, R>(
  items: readonly T[],
  act: (item: T) => Promise<R>,
): Promise<EachOutcome<T, R>> {
  const outcome: EachOutcome<T, R> = { done: [], failed: [] };
  for (const item of items) {
    try {
      outcome.done.push(await act(item));
    } catch (error) {
      if (!(error instanceof CommandError) || items.length === 1) throw error;
      if (error.exitCode === INTERRUPTED) throw error;
      outcome.failed.push({ item, reason: error.message });
    }
  }
  return outcome;
}

/**
 * Writes a line for each item that failed to standard error: its words, and why. Returns the exit code.
 * @param words what did not happen to which item
 */
export function reportFailed<T>(
  { failed }: Pick<EachOutcome<T, unknown>, 'failed'>,
  words: (item: T) => string,
  io: Pick<Io, 'stderr'>,
): number {
  for (const { item, reason } of failed) io.stderr.write(`${words(item)}: ${reason}\n`);
  return failed.length > 0 ? 1 : 0;
}
