import { memoize } from '../../lib/memoize.js';
import type { MatchablePackage, Matcher } from '../facts.js';
import { MAX_PACKAGE_FINDINGS } from '../matching/packages/match-state.js';
import { asInactiveKernel } from '../matching/packages/host-packages.js';
import { isInactiveKernel } from '../matching/packages/kernels.js';
import type { FactRefs } from './fact-refs.js';
import type { FleetPackages } from './fleet-packages.js';
import type { FactRef } from './messages.js';

interface PackageMatchesDeps {
  matcher: Pick<Matcher, 'matchPackages'>;
  generation: number;
  packages: Pick<FleetPackages, 'get' | 'lastId'>;
  refs: Pick<FactRefs, 'refOf'>;
}

/** Matches packages (by id), each once for the whole fleet. `ecosystems`: JSON array. */
export interface PackageMatches {
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
}

/** A package with facts. */
interface MatchedPackage {
  pkg: MatchablePackage;
  isKernel: boolean;
  facts: readonly FactRef[];
  /** its facts where it is a kernel that is not running */
  inactiveFacts?: readonly FactRef[];
}

/** The matches in some ecosystems, by package id. null: no facts, as for most packages; undefined: not matched yet. */
interface EcosystemMatches {
  ecosystems: string[];
  byId: (MatchedPackage | null | undefined)[];
}

export function createPackageMatches(deps: PackageMatchesDeps): PackageMatches {
  const { matcher, generation, packages, refs } = deps;
  const matchAhead = createAheadMatcher(deps);
  const matchesOf = memoize((json: string): EcosystemMatches => ({
    ecosystems: JSON.parse(json) as string[],
    byId: new Array<MatchedPackage | null | undefined>(packages.lastId + 1),
  }));

  const inactiveFactsOf = (
    ecosystems: readonly string[],
    matched: MatchedPackage,
  ): readonly FactRef[] => {
    matched.inactiveFacts ??= (
      matcher.matchPackages(ecosystems, [matched.pkg], generation)[0] ?? []
    ).map((match) => refs.refOf(asInactiveKernel(match)));
    return matched.inactiveFacts;
  };

  return {
    matchAhead: (ecosystems, lists) => {
      matchAhead(matchesOf(ecosystems), lists, MAX_MATCHES_AHEAD);
    },
    factsOf: (ecosystems, running, ids) => {
      const matches = matchesOf(ecosystems);
      const facts: FactRef[] = [];
      if (!matchAhead(matches, [ids], MAX_PACKAGE_FINDINGS)) return null;
      for (const id of ids) {
        const matched = matches.byId[id];
        if (!matched) continue;
        const isInactive =
          running !== null && matched.isKernel && isInactiveKernel(matched.pkg, running) === true;
        const found = isInactive ? inactiveFactsOf(matches.ecosystems, matched) : matched.facts;
        if (facts.length + found.length > MAX_PACKAGE_FINDINGS) return null;
        facts.push(...found);
      }
      return facts;
    },
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
    known.forEach(({ id, pkg }, n) => {
      byId[id] = found[n]?.length
        ? { pkg, isKernel: isInactiveKernel(pkg, '') !== null, facts: found[n] }
        : null;
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
