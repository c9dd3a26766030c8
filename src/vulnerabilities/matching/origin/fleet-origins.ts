import { memoize, memoizeWeak } from '../../../lib/memoize.js';
import type { MatchablePackage, Matcher } from '../../facts.js';
import { createOtherBuildCheck } from './other-builds.js';
import { storeOtherPackages } from './other-packages.js';

/** Finds the packages (by id) that the distributions did not build. `ecosystems`: JSON array. */
export interface PackageOrigins {
  /** Returns those of the packages of a host, for the database. */
  othersOf: (ecosystems: string, ids: readonly number[]) => string | null;
  /** Returns createOtherBuildCheck for the packages of a host. */
  otherBuilds: (
    ecosystems: string,
    ids: readonly number[],
  ) => ReturnType<typeof createOtherBuildCheck>;
}

interface PackageOriginsDeps {
  matcher: Pick<Matcher, 'originOf'>;
  generation: number;
  packages: { get: (id: number) => MatchablePackage | undefined };
}

/** Each package is asked once for the whole fleet. */
export function createPackageOrigins({
  matcher,
  generation,
  packages,
}: PackageOriginsDeps): PackageOrigins {
  const originIn = memoize((json: string) => {
    const ecosystems = JSON.parse(json) as string[];
    return memoizeWeak((pkg: MatchablePackage) => matcher.originOf(ecosystems, pkg, generation));
  });
  const installed = (ids: readonly number[]): MatchablePackage[] =>
    ids.map(packages.get).filter((pkg) => pkg !== undefined);
  return {
    othersOf: (ecosystems, ids) => storeOtherPackages(installed(ids), originIn(ecosystems)),
    otherBuilds: (ecosystems, ids) =>
      createOtherBuildCheck(() => installed(ids), originIn(ecosystems)),
  };
}
