import { memoize } from '../../lib/memoize.js';
import type { MatchablePackage, Matcher } from '../facts.js';
import { MAX_PACKAGE_FINDINGS } from '../matching/packages/match-state.js';
import { kernelKey, matchKernel } from '../matching/packages/kernel-matches.js';
import { isKernelName } from '../matching/packages/kernels.js';
import { matchOldPackages, readOldCode } from '../old-code/match-old-code.js';
import { splitRunning } from '../old-code/old-packages.js';
import { readKernels, type HostPackage } from '../matching/packages/running-kernel.js';
import type { FactRefs } from './fact-refs.js';
import type { FleetPackages } from './fleet-packages.js';
import type { FactRef } from './messages.js';
import { createPackageOrigins, type PackageOrigins } from '../matching/origin/fleet-origins.js';

interface PackageMatchesDeps {
  matcher: Pick<Matcher, 'matchPackages' | 'originOf'>;
  generation: number;
  packages: Pick<FleetPackages, 'get' | 'lastId'>;
  refs: Pick<FactRefs, 'refOf'>;
}

/** Matches packages (by id), each once for the whole fleet. `ecosystems`: JSON array. */
export interface PackageMatches extends PackageOrigins {
  /**
   * Matches the packages of several hosts at once, which takes half as long as host by host. Does nothing if they have
   * very many matches.
   */
  matchAhead: (ecosystems: string, lists: readonly (readonly number[])[]) => void;
  /**
   * Returns the facts about the packages of a host with this running kernel; null: they are more than
   * MAX_PACKAGE_FINDINGS.
   */
  factsOf: (ecosystems: string, running: string | null, ids: readonly number[]) => FactRef[] | null;
  /** Whether a package may be of a kernel: all those of a host are matched together. */
  isKernel: (id: number) => boolean;
}

/** The matches in some ecosystems. */
interface EcosystemMatches {
  ecosystems: string[];
  /** by package id. null: no facts, as for most packages; undefined: not matched yet */
  byId: (readonly FactRef[] | null | undefined)[];
  /** of kernels, by how they run */
  ofKernels: Map<string, readonly FactRef[]>;
}

export function createPackageMatches(deps: PackageMatchesDeps): PackageMatches {
  const { matcher, generation, packages, refs } = deps;
  const matchAhead = createAheadMatcher(deps);
  const factsOfOld = createOldCodeMatcher(deps);
  const matchesOf = memoize((json: string): EcosystemMatches => ({
    ecosystems: JSON.parse(json) as string[],
    byId: new Array<readonly FactRef[] | null | undefined>(packages.lastId + 1),
    ofKernels: new Map(),
  }));

  const factsOfKernel = (
    { ecosystems, ofKernels }: EcosystemMatches,
    kernel: HostPackage,
  ): readonly FactRef[] => {
    const key = `${JSON.stringify(kernel.pkg)}\0${kernelKey(kernel)}`;
    const known = ofKernels.get(key);
    if (known !== undefined) return known;
    const found = matchKernel(
      kernel,
      (pkg) => matcher.matchPackages(ecosystems, [pkg], generation)[0] ?? [],
    ).map((match) => refs.refOf(match));
    ofKernels.set(key, found);
    return found;
  };

  return {
    ...createPackageOrigins(deps),
    isKernel: (id) => isKernelName(packages.get(id)?.name ?? ''),
    matchAhead: (ecosystems, lists) => {
      matchAhead(matchesOf(ecosystems), lists, MAX_MATCHES_AHEAD);
    },
    factsOf: (ecosystems, running, ids) => {
      const matches = matchesOf(ecosystems);
      const facts: FactRef[] = [];
      if (!matchAhead(matches, [ids], MAX_PACKAGE_FINDINGS)) return null;
      const add = (found: readonly FactRef[]): boolean => {
        if (facts.length + found.length > MAX_PACKAGE_FINDINGS) return false;
        facts.push(...found);
        return true;
      };
      const named = ids
        .map((id) => packages.get(id))
        .filter((pkg) => pkg !== undefined && isKernelName(pkg.name)) as MatchablePackage[];
      const kernels = readKernels(named, running);
      for (const id of ids) {
        const found = matches.byId[id];
        const pkg = found ? packages.get(id) : undefined;
        if (!found || (pkg && kernels.of(pkg))) continue;
        if (!add(found)) return null;
      }
      if (matches.ecosystems.length === 0) return facts;
      if (!kernels.all.every((kernel) => add(factsOfKernel(matches, kernel)))) return null;
      return factsOfOld(matches.ecosystems, running, ids)?.every(add) ? facts : null;
    },
  };
}

/** Returns a function that matches the versions that processes of a host may run; null: they have too many matches. */
function createOldCodeMatcher({ matcher, generation, packages, refs }: PackageMatchesDeps) {
  return (
    ecosystems: readonly string[],
    running: string | null,
    ids: readonly number[],
  ): FactRef[][] | null => {
    if (splitRunning(running).old === null) return [];
    const installed = ids.map((id) => packages.get(id)).filter((pkg) => pkg !== undefined);
    const found = matchOldPackages(readOldCode(installed, running), (some) =>
      matcher.matchPackages(ecosystems, some, generation, MAX_PACKAGE_FINDINGS),
    );
    return found?.map((matches) => matches.map(refs.refOf)) ?? null;
  };
}

/** Matches at once take about 1 KB each until they are sent. */
const MAX_MATCHES_AHEAD = 20_000;

/**
 * Returns a function that matches those packages of the lists that were not matched yet. It returns false, and keeps
 * no match, if they are more than `maxMatches`.
 */
function createAheadMatcher({ matcher, generation, packages, refs }: PackageMatchesDeps) {
  const matchAll = (
    { ecosystems, byId }: EcosystemMatches,
    ids: Iterable<number>,
    maxMatches: number,
  ): boolean => {
    const known = [...ids]
      .flatMap((id) => ({ id, pkg: packages.get(id) }))
      .filter((one): one is { id: number; pkg: MatchablePackage } => one.pkg !== undefined);
    const matches = matcher.matchPackages(
      ecosystems,
      known.map(({ pkg }) => pkg),
      generation,
      maxMatches,
    );
    if (matches.length < known.length) return false;
    const found = matches.map((some) => some.map(refs.refOf));
    known.forEach(({ id }, n) => {
      byId[id] = found[n]?.length ? found[n] : null;
    });
    return true;
  };

  return (
    matches: EcosystemMatches,
    lists: readonly (readonly number[])[],
    maxMatches: number,
  ): boolean => {
    if (matches.ecosystems.length === 0) return true;
    const missing = new Set<number>();
    for (const ids of lists)
      for (const id of ids) if (matches.byId[id] === undefined) missing.add(id);
    return missing.size === 0 || matchAll(matches, missing, maxMatches);
  };
}
