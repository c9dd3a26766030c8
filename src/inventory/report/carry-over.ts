import { groupBy } from '../../lib/collections.js';
import type { Versioned } from '../store/changes.js';
import type { UnreadableEntries } from '../inventory.js';

/**
 * Returns the packages that are missing in a list, but may be in its unreadable entries: their removal was not
 * observed. An unreadable entry with a recognized name stands for that name only. A package with one version
 * before, and another one now, was readable. Of several installed versions, each may be the unreadable one.
 */
export function carryOverUnreadable<T extends Versioned>(
  before: readonly T[],
  after: readonly Versioned[],
  unreadable: UnreadableEntries,
): T[] {
  if (unreadable.length === 0) return [];
  const names = new Set(unreadable);
  const readable = new Set(after.map(keyOf));
  const versions = new Set(after.map((p) => `${keyOf(p)} ${p.version}`));
  return groupBy(
    before.filter((p) => unreadable === 'any' || names.has(p.name)),
    keyOf,
  )
    .flatMap((same) => (same.length === 1 && same.some((p) => readable.has(keyOf(p))) ? [] : same))
    .filter((p) => !versions.has(`${keyOf(p)} ${p.version}`));
}

const keyOf = ({ name, architecture, format }: Versioned): string =>
  JSON.stringify([name, architecture, format]);
