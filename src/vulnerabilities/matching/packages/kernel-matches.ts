import type { Fact, MatchablePackage, Match } from '../../facts.js';
import type { HostPackage } from './running-kernel.js';

/** Returns a text that is equal for packages with equal matches in one generation; `pkg` itself is not in it. */
export function kernelKey({ isInstalled, inactive, runs, next, livePatches }: HostPackage): string {
  const of = (pkg: MatchablePackage | null): string =>
    pkg === null ? '' : `${pkg.name} ${pkg.version} ${pkg.source} ${pkg.source_version}`;
  return [isInstalled, inactive, of(runs), of(next), livePatches].join('\0');
}

/**
 * Returns the matches of a package of a kernel: those of the installed version, and those of the version that runs.
 * A vulnerability that the next kernel does not have needs a reboot only.
 * @param matchOf returns the matches of one package
 */
export function matchKernel(
  kernel: HostPackage,
  matchOf: (pkg: MatchablePackage) => readonly Match[],
): Match[] {
  const matches = matchBuilds(kernel, matchOf);
  if (kernel.livePatches === null) return matches;
  const live_patches = JSON.parse(kernel.livePatches) as string[];
  return matches.map((match) => withBasis(match, { live_patches }));
}

function matchBuilds(
  { isInstalled, pkg, inactive, runs, next }: HostPackage,
  matchOf: (pkg: MatchablePackage) => readonly Match[],
): Match[] {
  const own = isInstalled ? matchOf(pkg) : [];
  if (inactive !== null) return own.map((match) => withBasis(match, inactiveBasis(inactive)));
  if (runs === null) return next === null ? [...own] : replacedMatches(own, next, matchOf(next));
  const ofRunning = runs === pkg && isInstalled ? own : matchOf(runs);
  const staying = isInstalled ? ofRunning : [];
  const ofNext = idsOf(next === null ? staying : matchOf(next));
  const installed = isInstalled ? pkg.version : null;
  const old = ofRunning
    .filter((match) => !ofNext.has(idOf(match)))
    .map((match) => withBasis(match, oldBasis(runs, next), installed));
  const remaining = ofRunning.filter((match) => ofNext.has(idOf(match)));
  const known = idsOf([...old, ...own]);
  const oldIds = idsOf(old);
  return [
    ...old,
    ...own.filter((match) => !oldIds.has(idOf(match))),
    ...remaining
      .filter((match) => !known.has(idOf(match)))
      .map((match) => withBasis(match, { running_version: runs.version }, installed)),
  ];
}

/** A vulnerability that the next version does not have needs no upgrade, but the end of the older version. */
function replacedMatches(
  own: readonly Match[],
  next: MatchablePackage,
  ofNext: readonly Match[],
): Match[] {
  const staying = idsOf(ofNext);
  const basis = { next_kernel: `${next.name} ${next.version}` };
  return own.map((match) => (staying.has(idOf(match)) ? match : withBasis(match, basis)));
}

const idOf = ({ fact }: Match): string => fact.vulnerability_id;
const idsOf = (matches: readonly Match[]): ReadonlySet<string> => new Set(matches.map(idOf));

const inactiveBasis = (inactive: 'removable' | 'kept'): Partial<Fact['basis']> => ({
  not_running: true,
  ...(inactive === 'kept' && { kept: true }),
});

const oldBasis = (
  runs: MatchablePackage,
  next: MatchablePackage | null,
): Partial<Fact['basis']> => ({
  runs_old_code: 'kernel',
  running_version: runs.version,
  ...(next !== null && { next_kernel: `${next.name} ${next.version}` }),
});

/** @param installed the version that the finding shows; default: that of the match */
function withBasis(
  match: Match,
  basis: Partial<Fact['basis']>,
  installed: string | null = match.fact.installed_version,
): Match {
  const fact: Fact = {
    ...match.fact,
    installed_version: installed,
    basis: { ...match.fact.basis, ...basis },
  };
  return {
    fact,
    get summary() {
      return match.summary;
    },
  };
}
