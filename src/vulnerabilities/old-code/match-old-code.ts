import type { Fact, MatchablePackage, Match } from '../facts.js';
import { isKernelName } from '../matching/packages/kernels.js';
import { oldPackagesOf, type OldPackage } from './old-packages.js';

/** The versions of a package that processes may run, and those that are installed in their place. */
interface OldCode {
  old: OldPackage[];
  installed: MatchablePackage[];
}

const placeOf = ({ format, name, architecture }: MatchablePackage): string =>
  `${format}\0${name}\0${architecture}`;

/** Kernels are matched by how they run (running-kernel.ts). */
export function readOldCode(
  packages: readonly MatchablePackage[],
  running: string | null,
): OldCode[] {
  const byPlace = new Map<string, OldCode>();
  for (const pkg of oldPackagesOf(running)) {
    if (isKernelName(pkg.name)) continue;
    const known = byPlace.get(placeOf(pkg));
    if (known) known.old.push(pkg);
    else byPlace.set(placeOf(pkg), { old: [pkg], installed: [] });
  }
  if (byPlace.size > 0) for (const pkg of packages) byPlace.get(placeOf(pkg))?.installed.push(pkg);
  return [...byPlace.values()];
}

/**
 * Returns the matches of old code, in the order of the list; null: they are too many.
 * @param matchAll returns the matches of each package; of fewer, if they are too many
 */
export function matchOldPackages(
  all: readonly OldCode[],
  matchAll: (packages: readonly MatchablePackage[]) => readonly (readonly Match[])[],
): Match[][] | null {
  const packages = [...new Set(all.flatMap(({ old, installed }) => [...old, ...installed]))];
  if (packages.length === 0) return [];
  const found = matchAll(packages);
  if (found.length < packages.length) return null;
  const byPackage = new Map(packages.map((pkg, i) => [pkg, found[i] ?? []]));
  return all.map((one) => matchOldCode(one, (pkg) => byPackage.get(pkg) ?? []));
}

/**
 * Returns the vulnerabilities of the versions that processes may run, without those of an installed version: the fix
 * is installed, and takes effect after a restart.
 */
function matchOldCode(
  { old, installed }: OldCode,
  matchOf: (pkg: MatchablePackage) => readonly Match[],
): Match[] {
  const open = new Set(installed.flatMap(matchOf).map(idOf));
  const found = new Map<string, Match>();
  for (const pkg of old)
    for (const match of matchOf(pkg))
      if (!open.has(idOf(match)) && !found.has(idOf(match)))
        found.set(idOf(match), withProcesses(match, pkg, installed[0]?.version ?? null));
  return [...found.values()];
}

const idOf = ({ fact }: Match): string => fact.vulnerability_id;

function withProcesses(match: Match, pkg: OldPackage, installed: string | null): Match {
  const processes: Fact['basis']['processes'] = {
    version: pkg.version,
    holders: pkg.holders,
    ...(!pkg.isSeen && { unseen: true }),
  };
  return {
    fact: {
      ...match.fact,
      installed_version: installed,
      basis: { ...match.fact.basis, runs_old_code: 'processes', processes },
    },
    get summary() {
      return match.summary;
    },
  };
}
