import { visitInSlices, type SlicedWork } from '../../lib/slices.js';

/** The packages whose links change in one transaction, by id. */
export interface PackagePart {
  removed: number[];
  added: number[];
  /** only the time of installation differs */
  relinked: number[];
}

/** A package of a difference between two lists. */
export interface ChangedPackage {
  id: number;
  name: string;
  kind: keyof PackagePart;
}

/**
 * Splits a difference into parts of about `size` packages, in the order in which their names first occur. All versions
 * of a name are in one part, so that an upgrade is recognized; a name with more than `size` versions, which is no real
 * one, is cut.
 */
export function* splitDifference(
  changed: readonly ChangedPackage[],
  size: number,
): SlicedWork<PackagePart[]> {
  const byName = new Map<string, ChangedPackage[]>();
  yield* visitInSlices(changed, (one) => {
    const same = byName.get(one.name);
    if (same) same.push(one);
    else byName.set(one.name, [one]);
  });
  const parts: PackagePart[] = [];
  let count = size;
  const add = ({ id, kind }: ChangedPackage): void => {
    parts.at(-1)?.[kind].push(id);
    count += 1;
  };
  yield* visitInSlices(byName.values(), (versions) => {
    for (let from = 0; from < versions.length; from += size) {
      if (count >= size) {
        parts.push({ removed: [], added: [], relinked: [] });
        count = 0;
      }
      versions.slice(from, from + size).forEach(add);
    }
  });
  return parts;
}
