import { CommandError } from '../output/errors.js';

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
