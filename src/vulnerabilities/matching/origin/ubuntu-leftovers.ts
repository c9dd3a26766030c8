import { memoize } from '../../../lib/memoize.js';
import type { MatchablePackage } from '../../facts.js';
import { binaryNames } from '../packages/binary-fixes.js';
import { sourcePackageOf } from '../packages/lookup-targets.js';
import type { RangeReader } from '../packages/range-reader.js';

/** The ecosystem of a release, without those of Pro. */
export const UBUNTU = /^Ubuntu:(\d\d\.\d\d)(?::LTS)?$/;
const MAX_RANGES = 100_000;
const MAX_SOURCES = 20_000;

/**
 * Creates a function that returns `Ubuntu 20.04` for a package that stayed from another release, such as libssl1.1
 * after an upgrade; null: nothing shows it. The records of a release name the binary packages of a source: those of
 * the own one do not have this package, those of the other one have it, in fixes of its upstream version. Names of
 * kernels change with each build, and show nothing.
 */
export function createLeftovers(
  ranges: Pick<RangeReader, 'affectedPackageId' | 'ecosystemsFrom' | 'rangesAbove'>,
  generation: number,
): (ecosystem: string, pkg: MatchablePackage) => string | null {
  const binariesOf = memoize(
    (packageId: number) => {
      const rows = ranges.rangesAbove(packageId, Buffer.alloc(0), generation, MAX_RANGES);
      return {
        names: new Set(rows.flatMap(({ conditions }) => binaryNames(conditions))),
        upstream: new Set(rows.flatMap(({ fixed }) => (fixed === null ? [] : upstreamOf(fixed)))),
      };
    },
    { maxEntries: MAX_SOURCES },
  );
  const readNames = (ecosystem: string, source: string) => {
    const id = ranges.affectedPackageId(ecosystem, 'source', source);
    return id === undefined ? null : binariesOf(id);
  };
  return (ecosystem, pkg) => {
    const { name: source, version } = sourcePackageOf(pkg);
    if (pkg.format !== 'dpkg' || /^linux(?:-|$)/.test(source)) return null;
    const own = readNames(ecosystem, source);
    const upstream = upstreamOf(version);
    if (own === null || own.names.size === 0 || own.names.has(pkg.name)) return null;
    if (own.upstream.has(upstream)) return null;
    const other = ranges.ecosystemsFrom('Ubuntu:').find((name) => {
      const data = UBUNTU.test(name) && name !== ecosystem ? readNames(name, source) : null;
      return data !== null && data.names.has(pkg.name) && data.upstream.has(upstream);
    });
    return other === undefined ? null : `Ubuntu ${UBUNTU.exec(other)?.[1] ?? ''}`;
  };
}

/** Returns a version without its revision: `1.1.1f` of `1.1.1f-1ubuntu2.16`. */
const upstreamOf = (version: string): string => version.replace(/-[^-]*$/, '');
