import { groupBy } from '../lib/collections.js';
import { compareVersions } from '../versions/versions.js';

/** As much of a package as tells what became of it. */
export interface Versioned {
  format: string;
  name: string;
  architecture: string | null;
  version: string;
}

export type ChangeKind = 'installed' | 'removed' | 'upgraded' | 'downgraded';

/** What became of one package; `from` is null where it was installed, `to` where it was removed. */
export interface ItemChange<T extends Versioned> {
  change: ChangeKind;
  from: T | null;
  to: T | null;
}

/**
 * What differs between two lists of packages, by name and architecture, in the order of names. A package that is
 * there in several versions on
 * either side (kernels) is not upgraded: one version comes, another goes.
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
      changesOf(
        group.filter((s) => !s.isNew).map((s) => s.p),
        group.filter((s) => s.isNew).map((s) => s.p),
      ),
    );
}

function changesOf<T extends Versioned>(
  before: readonly T[],
  after: readonly T[],
): ItemChange<T>[] {
  const old = new Map(before.map((p) => [p.version, p]));
  const now = new Map(after.map((p) => [p.version, p]));
  const gone = [...old.values()].filter((p) => !now.has(p.version));
  const come = [...now.values()].filter((p) => !old.has(p.version));
  const [from, to] = [gone[0], come[0]];
  if (old.size === 1 && now.size === 1 && from && to) {
    const isOlder = compareVersions(to.format, to.version, from.version) < 0;
    return [{ change: isOlder ? 'downgraded' : 'upgraded', from, to }];
  }
  return [
    ...come.map((p): ItemChange<T> => ({ change: 'installed', from: null, to: p })),
    ...gone.map((p): ItemChange<T> => ({ change: 'removed', from: p, to: null })),
  ];
}

function compareNames(a: Versioned | undefined, b: Versioned | undefined): number {
  const [left, right] = [`${a?.name}\n${a?.architecture}`, `${b?.name}\n${b?.architecture}`];
  return left < right ? -1 : Number(left > right);
}
