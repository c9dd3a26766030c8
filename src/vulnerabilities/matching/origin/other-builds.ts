import { append } from '../../../lib/collections.js';
import type { Fact, MatchablePackage } from '../../facts.js';
import type { OriginOf } from './other-packages.js';

/**
 * A finding in a package. `feed` and `scope`: the data that found it. `source`: that of the package, if it has another
 * name.
 */
export type FoundInPackage = Pick<Fact, 'package' | 'architecture' | 'feed'> &
  Pick<Fact['basis'], 'source' | 'scope'>;

/**
 * Creates the function that says whether the package of a finding is now a build of another publisher than the one that
 * the finding is about. The other build was not compared with that data: that the finding is absent fixes nothing. A
 * package that is removed is replaced by the builds of the same source, if there are any.
 * @param packages those that are installed now; read once, when first needed
 */
export function createOtherBuildCheck(
  packages: () => Iterable<MatchablePackage>,
  originOf: OriginOf,
): (finding: FoundInPackage) => boolean {
  let byName: Map<string, MatchablePackage[]> | null = null;
  const bySource = new Map<string, MatchablePackage[]>();
  return ({ package: name, architecture, feed, source, scope }) => {
    if (name === null) return false;
    if (byName === null) {
      byName = new Map();
      for (const pkg of packages()) {
        append(byName, nameOf(pkg), pkg);
        append(bySource, pkg.source ?? pkg.name, pkg);
      }
    }
    const installed =
      byName.get(nameOf({ name, architecture })) ?? bySource.get(source ?? name) ?? [];
    const isOfOther = feed === UPSTREAM_FEED;
    const isOtherBuild = (pkg: MatchablePackage): boolean => {
      const origin = originOf(pkg);
      if (origin?.ecosystems !== undefined) return !isOfRelease(scope, origin.ecosystems);
      return (origin !== null) !== isOfOther;
    };
    return installed.length > 0 && installed.every(isOtherBuild);
  };
}

/** The data about programs. Distributions publish the other ones. */
const UPSTREAM_FEED = 'nvd';

/** Whether the data of a release, perhaps those of Ubuntu Pro, have this scope: `Ubuntu:Pro:24.04:LTS`. */
const isOfRelease = (scope: string | null, ecosystems: readonly string[]): boolean =>
  ecosystems.some((name) => scope?.endsWith(name.slice(name.indexOf(':'))));

const nameOf = ({ name, architecture }: Pick<MatchablePackage, 'name' | 'architecture'>): string =>
  `${name}\0${architecture}`;
