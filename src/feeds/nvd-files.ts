import { MODIFIED_COVERS, RECENT_CHANGES } from './fetch/download-plan.js';

/** A stored file of NVD. `changedMs`: when it was fetched. */
export interface NvdFile {
  /** null: the whole feed */
  part: string | null;
  changedMs: number;
}

/** Whether a part has changes only: the recent ones, or earlier ones that are kept as `modified-20260102030405`. */
export const hasChangesOnly = (part: string | null): boolean =>
  part !== null && /^modified(?:-\d{14})?$/.test(part);

/** Returns the name under which the recent changes are kept when newer ones replace them. */
export const keptPartName = (changedMs: number): string =>
  `${RECENT_CHANGES}-${new Date(changedMs).toISOString().replace(/\D/g, '').slice(0, 14)}`;

const COVERED_MS = MODIFIED_COVERS * 1000;

const oldestBase = (files: readonly NvdFile[]): number =>
  files
    .filter(({ part }) => !hasChangesOnly(part))
    .reduce((oldest, { changedMs }) => Math.min(oldest, changedMs), Infinity);

const changesInOrder = (files: readonly NvdFile[]): NvdFile[] =>
  files.filter(({ part }) => hasChangesOnly(part)).toSorted((a, b) => a.changedMs - b.changedMs);

/**
 * Returns the time since which changes are missing between the stored files, in ms; null: none. Each file of changes
 * has to be at most seven days newer than the one before, and the first one than the oldest other file.
 */
export function findGap(files: readonly NvdFile[]): number | null {
  let covered = oldestBase(files);
  for (const { changedMs } of changesInOrder(files)) {
    if (changedMs - covered > COVERED_MS) return covered;
    covered = Math.max(covered, changedMs);
  }
  return null;
}

/** Returns the kept files of changes without which no change is missing that is not missing anyway. */
export function unneededChanges(files: readonly NvdFile[]): string[] {
  const changes = changesInOrder(files);
  const needed = new Set<NvdFile>();
  const base = oldestBase(files);
  let covered = base === Infinity ? -Infinity : base;
  for (;;) {
    const later = changes.filter(({ changedMs }) => changedMs > covered);
    const next = later.findLast(({ changedMs }) => changedMs - covered <= COVERED_MS) ?? later[0];
    if (next === undefined) break;
    needed.add(next);
    covered = next.changedMs;
  }
  return changes
    .filter((file) => !needed.has(file) && file.part !== RECENT_CHANGES)
    .flatMap(({ part }) => part ?? []);
}
