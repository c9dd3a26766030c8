import { groupBy } from '../../lib/collections.js';
import type { Versioned } from '../changes.js';
import type { UnreadableEntries } from '../inventory.js';

/**
 * Of the packages that a list does not have any more, those that may stand in its unreadable entries: they were not seen to be gone. A name that was made out
 * speaks for itself alone. A package that was there once and is there in another version was read; of several versions side by side any may be the unreadable one.
 */
export function carryOverUnreadable<T extends Versioned>(
  before: readonly T[],
  after: readonly Versioned[],
  unread: UnreadableEntries,
): T[] {
  if (unread.length === 0) return [];
  const names = new Set(unread);
  const read = new Set(after.map(keyOf));
  const versions = new Set(after.map((p) => `${keyOf(p)} ${p.version}`));
  return groupBy(
    before.filter((p) => unread === 'any' || names.has(p.name)),
    keyOf,
  )
    .flatMap((same) => (same.length === 1 && same.some((p) => read.has(keyOf(p))) ? [] : same))
    .filter((p) => !versions.has(`${keyOf(p)} ${p.version}`));
}

const keyOf = ({ name, architecture, format }: Versioned): string =>
  JSON.stringify([name, architecture, format]);
