import { memoize } from '../../../lib/memoize.js';
import type { MatchablePackage } from '../../facts.js';
import { sourcePackageOf } from '../packages/lookup-targets.js';
import { moduleStream } from '../packages/distributions/module-streams.js';
import type { RangeReader } from '../packages/range-reader.js';

/** Of the names of publishers: a module stream that the data do not know. */
const PREFIX = 'the module stream ';

/** Whether a publisher, as Origins names it, is a module stream without data. */
export const isUnknownStream = (publisher: string): boolean => publisher.startsWith(PREFIX);

/**
 * Creates a function for one generation. It returns `the module stream nodejs:23` for a package of a stream that the
 * data do not know, although they know the package in other streams of the module; null: any other package. A module
 * without any data has no advisories yet, as most packages.
 */
export function createUnknownStreams(
  ranges: Pick<RangeReader, 'affectedPackageId' | 'rangesAbove'>,
  generation: number,
): (ecosystems: readonly string[], pkg: MatchablePackage) => string | null {
  const streamsOf = memoize(
    (packageId: number) =>
      new Set(
        ranges
          .rangesAbove(packageId, Buffer.alloc(0), generation, MAX_RANGES)
          .flatMap(({ module }) => module ?? []),
      ),
    { maxEntries: MAX_PACKAGES },
  );
  return (ecosystems, pkg) => {
    const stream = pkg.format === 'rpm' && pkg.module !== null ? moduleStream(pkg) : null;
    if (stream === null || stream === '*') return null;
    const source = sourcePackageOf(pkg).name;
    const ids = ecosystems.flatMap((ecosystem) => [
      ranges.affectedPackageId(ecosystem, 'binary', pkg.name) ?? [],
      ranges.affectedPackageId(ecosystem, 'source', source) ?? [],
    ]);
    const known = ids.flat().flatMap((id) => [...streamsOf(id)]);
    const module = `${stream.split(':')[0]}:`;
    // A fix of a stream without a name may be of this one.
    const isUnknown =
      !known.includes(stream) &&
      !known.includes('*') &&
      known.some((other) => other.startsWith(module));
    return isUnknown ? PREFIX + stream : null;
  };
}

const MAX_RANGES = 100_000;
const MAX_PACKAGES = 20_000;
