import type { Knowledge } from '../../../knowledge/open-knowledge.js';
import { memoize } from '../../../lib/memoize.js';
import type { MatchablePackage, Match, PackageOrigin } from '../../facts.js';
import { sourcePackageOf } from '../packages/lookup-targets.js';
import type { RangeReader } from '../packages/range-reader.js';
import { createOtherReleases } from './other-releases.js';
import { otherPublisher } from './package-origin.js';
import { createUpstreamMatcher } from './upstream-matches.js';
import { createUnknownStreams } from './unknown-streams.js';
import { upstreamProduct } from './upstream-products.js';

/** Finds the packages that the distribution of a host did not build, and what is known of them. */
export interface Origins {
  /** Returns the origin of a package that no ecosystem of its host covers; null: one of them may cover it. */
  of: (
    ecosystems: readonly string[],
    pkg: MatchablePackage,
    generation: number,
  ) => PackageOrigin | null;
  /** Returns the matches of a package with this origin. */
  match: (pkg: MatchablePackage, origin: PackageOrigin, generation: number) => Match[];
}

const MAX_GENERATIONS = 4;
const MAX_SYSTEMS = 20;
const MAX_PACKAGES = 20_000;

/** Reads knowledge.db. */
export function createOrigins(
  knowledge: Pick<Knowledge, 'sqlite'>,
  ranges: Pick<
    RangeReader,
    'affectedPackageId' | 'ecosystemsFrom' | 'fixedVersions' | 'isFixedOnlyIn' | 'rangesAbove'
  >,
): Origins {
  const upstream = createUpstreamMatcher(knowledge);
  const releasesAt = memoize((generation: number) => createOtherReleases(ranges, generation), {
    maxEntries: MAX_GENERATIONS,
  });
  const streamsAt = memoize((generation: number) => createUnknownStreams(ranges, generation), {
    maxEntries: MAX_GENERATIONS,
  });
  const findOrigin: Origins['of'] = (ecosystems, pkg, generation) => {
    const findRelease = releasesAt(generation);
    let publisher: string | null = null;
    for (const ecosystem of ecosystems) {
      publisher = otherPublisher(ecosystem, pkg) ?? findRelease(ecosystem, pkg);
      if (publisher === null) break;
    }
    publisher ??= streamsAt(generation)(ecosystems, pkg);
    if (publisher === null) return null;
    const ecosystem = releaseWithData(ranges, publisher, pkg);
    if (ecosystem !== undefined)
      return { publisher, isProgram: false, isMatched: true, ecosystems: [ecosystem] };
    const product = upstreamProduct(publisher, pkg);
    return {
      publisher,
      isProgram: product !== null,
      isMatched: product !== null && upstream.isKnown(product, generation),
    };
  };
  return {
    of: rememberOrigins(findOrigin),
    match: (pkg, { publisher, isMatched }, generation) => {
      const product = isMatched ? upstreamProduct(publisher, pkg) : null;
      return product === null ? [] : upstream.match(pkg, product, generation);
    },
  };
}

/** Matching and coverage both need the origin of each package: it is found once. */
function rememberOrigins(find: Origins['of']): Origins['of'] {
  const systems = memoize(
    (system: string) => ({ system, known: new Map<string, PackageOrigin | null>() }),
    { maxEntries: MAX_SYSTEMS },
  );
  return (ecosystems, pkg, generation) => {
    const { known } = systems([generation, ...ecosystems].join('\n'));
    const { format, name, version, source, source_version, module, vendor } = pkg;
    const key = JSON.stringify([format, name, version, source, source_version, module, vendor]);
    const before = known.get(key);
    if (before !== undefined) return before;
    const origin = find(ecosystems, pkg, generation);
    if (known.size >= MAX_PACKAGES) known.clear();
    known.set(key, origin);
    return origin;
  };
}

/** Returns the ecosystem of `Debian 11` or `Ubuntu 20.04` if it has data about the source of a package. */
function releaseWithData(
  ranges: Pick<RangeReader, 'affectedPackageId'>,
  publisher: string,
  pkg: MatchablePackage,
): string | undefined {
  const [, system, version] = /^(Debian|Ubuntu) (\d[\d.]*)$/.exec(publisher) ?? [];
  if (system === undefined) return undefined;
  const name = `${system}:${version}`;
  const { name: source } = sourcePackageOf(pkg);
  return [name, `${name}:LTS`].find(
    (one) => ranges.affectedPackageId(one, 'source', source) !== undefined,
  );
}
