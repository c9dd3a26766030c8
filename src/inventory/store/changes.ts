import { groupBy } from '../../lib/collections.js';
import { compareVersions } from '../../versions/versions.js';

/** The part of a package that decides how it changed. */
export interface Versioned {
  format: string;
  name: string;
  architecture: string | null;
  version: string;
}

type ChangeKind = 'installed' | 'removed' | 'upgraded' | 'downgraded';

/** The change of one package. `from` is null when it was installed, `to` when it was removed. */
export interface ItemChange<T extends Versioned> {
  change: ChangeKind;
  from: T | null;
  to: T | null;
}

/**
 * Returns the differences between two package lists, matched by name and architecture, ordered by name. A package with
 * several versions on either side (kernels) is never upgraded: versions are installed and removed.
 */
export function diffInventories<T extends Versioned>(
  before: readonly T[],
  after: readonly T[],
): ItemChange<T>[] {
  const sides = [
    ...before.map((p) => ({ p, isNew: false })),
    ...after.map((p) => ({ p, isNew: true })),
  ];
  return groupBy(sides, ({ p }) => JSON.stringify([p.name, p.architecture, p.format]))
    .sort(([a], [b]) => compareNames(a?.p, b?.p))
    .flatMap((group) =>
      diffVersions(
        group.filter((s) => !s.isNew).map((s) => s.p),
        group.filter((s) => s.isNew).map((s) => s.p),
      ),
    );
}

function diffVersions<T extends Versioned>(
  before: readonly T[],
  after: readonly T[],
): ItemChange<T>[] {
  const versionsBefore = new Map(before.map((p) => [p.version, p]));
  const versionsAfter = new Map(after.map((p) => [p.version, p]));
  const removed = [...versionsBefore.values()].filter((p) => !versionsAfter.has(p.version));
  const added = [...versionsAfter.values()].filter((p) => !versionsBefore.has(p.version));
  const from = removed[0];
  const to = added[0];
  if (versionsBefore.size === 1 && versionsAfter.size === 1 && from && to) {
    const isOlder = compareVersions(to.format, to.version, from.version) < 0;
    return [{ change: isOlder ? 'downgraded' : 'upgraded', from, to }];
  }
  return [
    ...added.map((p): ItemChange<T> => ({ change: 'installed', from: null, to: p })),
    ...removed.map((p): ItemChange<T> => ({ change: 'removed', from: p, to: null })),
  ];
}

function compareNames(a: Versioned | undefined, b: Versioned | undefined): number {
  const left = `${a?.name}\n${a?.architecture}`;
  const right = `${b?.name}\n${b?.architecture}`;
  return left < right ? -1 : Number(left > right);
}
