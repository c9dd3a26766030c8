import type { VersionOrder } from '../../../versions/order.js';
import { memoize } from '../../../lib/memoize.js';
import { versionKey } from '../../../versions/keys.js';
import type { MatchablePackage } from '../../facts.js';
import { proService } from './binary-fixes.js';
import { ofEnabledService } from './distributions/ubuntu-pro.js';
import { lookupTargets, sourcePackageOf } from './lookup-targets.js';
import type { RangeReader } from './range-reader.js';
import type { RangeRow } from './ranges.statements.js';
import type { ResolvedTarget } from './lookup-target.js';
import { withMinorReleases } from './distributions/redhat-minors.js';
import { withReleaseProducts } from './distributions/release-products.js';

/**
 * Returns the ranges of an affected package that contain a version, and those that begin after it; null: there are too
 * many.
 */
export type FindAffectedRanges = (packageId: number, key: Buffer) => AffectedRanges | null;

interface AffectedRanges {
  containing: readonly RangeRow[];
  later: readonly RangeRow[];
}

/** The result for a package without data. */
export const NO_RANGES: AffectedRanges = { containing: [], later: [] };
const NO_KEY = Buffer.alloc(0);
const MAX_KEYS = 200_000;
const MAX_RANGES = 1_000_000;

/** Resolves the lookup targets of packages. The key of a version is computed once for each order. */
export function createTargetResolver(
  ranges: RangeReader,
  generation: number,
): (ecosystems: readonly string[], order: VersionOrder, pkg: MatchablePackage) => ResolvedTarget[] {
  const keys = memoize((order: VersionOrder) =>
    memoize((version: string) => versionKey(order, version), { maxEntries: MAX_KEYS }),
  );
  const withRelease = memoize((ecosystems: readonly string[]) =>
    withReleaseProducts(
      withMinorReleases(ecosystems, () => ranges.ecosystemsFrom('Red Hat:')),
      ranges.ecosystemsFrom,
    ),
  );
  const serviceOf = memoize(
    (packageId: number): string | null => {
      for (const { conditions } of ranges.rangesAbove(packageId, NO_KEY, generation, MAX_RANGES)) {
        const service = proService(conditions);
        if (service !== null) return service;
      }
      return null;
    },
    { maxEntries: MAX_KEYS },
  );
  const serviceIn = (ecosystem: string, pkg: MatchablePackage): string | null => {
    const id = ranges.affectedPackageId(ecosystem, 'source', sourcePackageOf(pkg).name);
    return id === undefined ? null : serviceOf(id);
  };
  return (ecosystems, order, pkg) => {
    const where = ofEnabledService(withRelease(ecosystems), (name) => serviceIn(name, pkg));
    return lookupTargets(where, pkg).map((target): ResolvedTarget => {
      const packageId = ranges.affectedPackageId(target.ecosystem, target.kind, target.name);
      if (packageId === undefined)
        return { target, packageId, version: target.version, key: NO_KEY };
      const version = target.hasEpoch
        ? target.version
        : `${ranges.highestEpoch(packageId, generation)}${target.version}`;
      return { target, packageId, version, key: keys(order)(version) };
    });
  };
}

/**
 * Reads the ranges of an affected package once for all given targets, above the lowest of their versions. For most
 * packages no fix is as late as that, so that one read answers for all binaries and versions of a source.
 * @param maxRanges findAffected returns null where more ranges than this would be read
 */
export function createRangeLookup(
  ranges: RangeReader,
  generation: number,
  targets: Iterable<ResolvedTarget>,
  maxRanges: number,
): { findAffected: FindAffectedRanges; clear: () => void } {
  const lowest = lowestKeys(targets);
  const limit = Math.min(maxRanges, MAX_RANGES) + 1;
  const rangesAbove = memoize((packageId: number) =>
    ranges.rangesAbove(packageId, lowest.get(packageId) ?? NO_KEY, generation, limit),
  );
  return {
    findAffected: (packageId, key) => {
      const above = rangesAbove(packageId);
      if (above.length === limit) return null;
      if (above.length === 0) return NO_RANGES;
      const rows = above.slice(firstAbove(above, key));
      const containing = rows.filter((row) => row.lower.compare(key) <= 0);
      const hasLater = containing.length > 0 && containing.length < rows.length;
      return {
        containing,
        later: hasLater ? rows.filter((row) => row.lower.compare(key) > 0) : [],
      };
    },
    clear: () => {
      rangesAbove.clear();
    },
  };
}

function lowestKeys(targets: Iterable<ResolvedTarget>): Map<number, Buffer> {
  const lowest = new Map<number, Buffer>();
  for (const { packageId, key } of targets) {
    if (packageId === undefined) continue;
    const before = lowest.get(packageId);
    if (before === undefined || key.compare(before) < 0) lowest.set(packageId, key);
  }
  return lowest;
}

/** Returns the index of the first range that ends after a version. The ranges are ordered by their upper bounds. */
function firstAbove(above: readonly RangeRow[], key: Buffer): number {
  let from = 0;
  let to = above.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((above[middle] as RangeRow).upper.compare(key) > 0) to = middle;
    else from = middle + 1;
  }
  return from;
}
