import { memoize } from '../../lib/memoize.js';
import type { MatchablePackage, Matcher } from '../facts.js';
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
  /** Matches the packages of several hosts at once, which takes half as long as host by host. */
  matchAhead: (ecosystems: string, lists: readonly (readonly number[])[]) => void;
  /** Returns the facts about the packages of a host with this running kernel. */
  factsOf: (ecosystems: string, running: string | null, ids: readonly number[]) => FactRef[];
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
      matchAhead(matchesOf(ecosystems), lists);
    },
    factsOf: (ecosystems, running, ids) => {
      const matches = matchesOf(ecosystems);
      const facts: FactRef[] = [];
      matchAhead(matches, [ids]);
      for (const id of ids) {
        const matched = matches.byId[id];
        if (!matched) continue;
        const isInactive =
          running !== null && matched.isKernel && isInactiveKernel(matched.pkg, running) === true;
        facts.push(...(isInactive ? inactiveFactsOf(matches.ecosystems, matched) : matched.facts));
      }
      return facts;
    },
  };
}

/** Returns a function that matches those packages of the lists that were not matched yet. */
function createAheadMatcher({ matcher, generation, packages, refs }: PackageMatchesDeps) {
  const matchAll = ({ ecosystems, byId }: EcosystemMatches, ids: Iterable<number>): void => {
    const known = [...ids]
      .flatMap((id) => ({ id, pkg: packages.get(id) }))
      .filter((one): one is { id: number; pkg: MatchablePackage } => one.pkg !== undefined);
    const found = matcher
      .matchPackages(
        ecosystems,
        known.map(({ pkg }) => pkg),
        generation,
      )
      .map((matches) => matches.map(refs.refOf));
    known.forEach(({ id, pkg }, n) => {
      byId[id] = found[n]?.length
        ? { pkg, isKernel: isInactiveKernel(pkg, '') !== null, facts: found[n] }
        : null;
    });
  };

  return (matches: EcosystemMatches, lists: readonly (readonly number[])[]): void => {
    if (matches.ecosystems.length === 0) return;
    const missing = new Set<number>();
    for (const ids of lists)
      for (const id of ids) if (matches.byId[id] === undefined) missing.add(id);
    if (missing.size > 0) matchAll(matches, missing);
  };
}
