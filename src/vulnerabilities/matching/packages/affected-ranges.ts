import type { VersionOrder } from '../../../knowledge/records.js';
import { versionKey } from '../../../versions/keys.js';
import type { MatchablePackage } from '../../facts.js';
import { remember, type RangeRow, type RangeReader } from './range-reader.js';
import { lookupTargets, type LookupTarget } from './lookup-targets.js';

/** A target with the number of its place (undefined: no data speak of it) and the version that is compared there, with its key. */
export interface ResolvedTarget {
  target: LookupTarget;
  packageId: number | undefined;
  version: string;
  key: Buffer;
}

/** The ranges that a version lies in. */
export type FindAffectedRanges = (place: number, key: Buffer) => RangeRow[];

const NO_KEY = Buffer.alloc(0);

/** Looks up where data may speak of a package. Keys are made once for each version in each order. */
export function createTargetResolver(
  rows: RangeReader,
  generation: number,
): (scopes: readonly string[], order: VersionOrder, pkg: MatchablePackage) => ResolvedTarget[] {
  const keys = new Map<string, Buffer>();
  return (scopes, order, pkg) =>
    lookupTargets(scopes, pkg).map((target): ResolvedTarget => {
      const place = rows.affectedPackageId(target.ecosystem, target.kind, target.name);
      if (place === undefined)
        return { target, packageId: place, version: target.version, key: NO_KEY };
      const version = target.epoch
        ? target.version
        : `${rows.epoch(place, generation)}${target.version}`;
      return {
        target,
        packageId: place,
        version,
        key: remember(keys, `${order} ${version}`, () => versionKey(order, version)),
      };
    });
}

/**
 * Reads the ranges of a place once for all packages that are asked for together, above the lowest of their versions: of most places nothing is mended
 * as late as that, so that one look answers for all binaries and versions of a source.
 */
export function createRangeLookup(
  rows: RangeReader,
  generation: number,
  asked: Iterable<ResolvedTarget>,
): { affected: FindAffectedRanges; forget: () => void } {
  const lowest = lowestKeys(asked);
  const known = new Map<number, RangeRow[]>();
  return {
    affected: (place, key) => {
      const above = remember(known, place, () =>
        rows.rangesAbove(place, lowest.get(place) ?? NO_KEY, generation),
      );
      return above.length === 0
        ? above
        : above.slice(firstAbove(above, key)).filter((row) => row.lower.compare(key) <= 0);
    },
    forget: () => {
      known.clear();
    },
  };
}

function lowestKeys(asked: Iterable<ResolvedTarget>): Map<number, Buffer> {
  const lowest = new Map<number, Buffer>();
  for (const { packageId: place, key } of asked) {
    if (place === undefined) continue;
    const before = lowest.get(place);
    if (before === undefined || key.compare(before) < 0) lowest.set(place, key);
  }
  return lowest;
}

/** Where the ranges begin that end after a version; they stand in the order of their ends. */
function firstAbove(above: readonly RangeRow[], key: Buffer): number {
  let [from, to] = [0, above.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((above[middle] as RangeRow).upper.compare(key) > 0) to = middle;
    else from = middle + 1;
  }
  return from;
}
