import { refetchAll } from './changes.js';

/** The newest event that the service had published when it began to answer the oldest response. */
interface OldestSeq {
  /** Notes the header of a response. null: it has none. */
  note: (text: string | null) => void;
  /** Returns it; null: there is no response. Call it when the connection of events begins. */
  take: () => number | null;
}

/**
 * Creates it. The connection of events begins there, so that nothing has to be requested twice when the page is loaded.
 * @param onLate called for a response that is older than the connection
 * @internal
 */
export function createOldestSeq(onLate: () => void): OldestSeq {
  let oldest: number | null = null;
  let isTaken = false;
  return {
    note(text) {
      if (text === null) return;
      const seq = Number(text);
      if (oldest !== null && seq >= oldest) return;
      oldest = seq;
      if (isTaken) onLate();
    },
    take() {
      isTaken = true;
      return oldest;
    },
  };
}

/** That of this page. */
export const oldestSeq = createOldestSeq(refetchAll);
