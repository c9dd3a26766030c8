import { contentHash } from '../../../lib/content-hash.js';
import type { MatchablePackage, Match, Matcher } from '../../facts.js';
import { withFactKey, type KeyedMatch } from '../../findings/facts.store.js';
import { matchOldPackages, readOldCode } from '../../old-code/match-old-code.js';
import { kernelKey, matchKernel } from './kernel-matches.js';
import { readKernels } from './running-kernel.js';

/** The input of matching the packages of a host. */
export interface HostState {
  /** JSON array */
  ecosystems: string;
  /**
   * the running kernel: `uname -r`, then a space and the version of its Debian package where it is known. The other
   * lines are the versions of packages that processes still run, and the live patches of the kernel (splitRunning).
   */
  running: string | null;
  /** ids, ascending, separated by commas */
  packages: string | null;
}

/** The state of a host without an inventory. */
export const EMPTY_STATE: HostState = { ecosystems: '[]', running: null, packages: null };

/** Returns 16 bytes that depend on all of the input, except the generation of the data. */
export const stateDigest = ({ ecosystems, running, packages }: HostState): Buffer =>
  contentHash(`${ecosystems}\n${running}\n${packages}`);

/** The ids of the packages that were removed from and added to a host. */
export interface PackageDelta {
  removed: number[];
  added: number[];
}

/** Compares two states of a host; null if more than its packages differs: then all packages are matched again. */
export function diffHostStates(before: HostState, after: HostState): PackageDelta | null {
  if (before.ecosystems !== after.ecosystems || before.running !== after.running) return null;
  return diffPackages(before, after);
}

/** Returns the ids of the packages that were removed and added between two states. */
export function diffPackages(before: HostState, after: HostState): PackageDelta {
  const previous = packageIds(before);
  const current = packageIds(after);
  return {
    removed: [...previous].filter((id) => !current.has(id)).map(Number),
    added: [...current].filter((id) => !previous.has(id)).map(Number),
  };
}

const packageIds = ({ packages }: HostState): ReadonlySet<string> =>
  new Set(packages === null ? [] : packages.split(','));

type PackageName = Pick<MatchablePackage, 'name' | 'version' | 'architecture'>;

/** Returns the key of a package by which the findings in it are recognized. */
export const packageKey = ({
  name,
  version,
  architecture,
}: { [key in keyof PackageName]: string | null }): string => `${name}\0${version}\0${architecture}`;

/** A finding, as far as its package is concerned. */
interface InPackage {
  package: string | null;
  architecture: string | null;
}

/**
 * Returns whether a finding is in a package that a host has in the same version as before, while the collector knows
 * more, or less, of it: where it is from. Neither the host nor the vulnerability data changed. null: no package.
 * @param removed packages of the list before that the list now lacks, as they were collected
 * @param added packages that the list before lacked
 */
export function collectedAgain(
  removed: readonly MatchablePackage[],
  added: readonly MatchablePackage[],
): ((finding: InPackage) => boolean) | null {
  const before = new Set(removed.map(packageKey));
  const same = added.filter((pkg) => before.has(packageKey(pkg)));
  if (same.length === 0) return null;
  const keys = new Set(same.map(({ name, architecture }) => `${name}\0${architecture}`));
  return ({ package: name, architecture }) => keys.has(`${name}\0${architecture}`);
}

/**
 * Returns the matches of all packages of a host; null: they are more than `maxMatches`. Results are cached until the
 * generation changes.
 * @param ecosystems JSON array
 * @param running HostState.running
 */
export type MatchHostPackages = (
  ecosystems: string,
  running: string | null,
  packages: readonly MatchablePackage[],
  maxMatches: number,
) => KeyedMatch[] | null;

const MAX_CACHED_PACKAGES = 20_000; // about 5 MB
const MAX_CACHED_MATCHES = 50_000; // about 50 MB
const NO_MATCHES: readonly KeyedMatch[] = [];

/** Matches with the newest generation. */
export function createHostPackageMatcher(matcher: Matcher): MatchHostPackages {
  const cache = createMatchCache();
  return (ecosystemsJson, running, packages, maxMatches) => {
    const generation = matcher.generation();
    cache.renew(generation);
    const ecosystems = JSON.parse(ecosystemsJson) as string[];
    if (ecosystems.length === 0) return [];
    const matchOf = (pkg: MatchablePackage): readonly Match[] =>
      matcher.matchPackages(ecosystems, [pkg], generation)[0] ?? [];
    const kernels = readKernels(packages, running);
    const plain = packages.filter((pkg) => kernels.of(pkg) === undefined);
    const keys = plain.map((pkg) => `${ecosystemsJson}\0${cacheKey(pkg)}`);
    const known = keys.map(cache.get);
    const missing = [...keys.keys()].filter((i) => known[i] === undefined);
    const found = matcher.matchPackages(
      ecosystems,
      missing.map((i) => plain[i] as MatchablePackage),
      generation,
      maxMatches,
    );
    if (found.length < missing.length) return null;
    missing.forEach((i, n) => {
      known[i] = withKeys(found[n] ?? []);
      cache.add(keys[i] ?? '', known[i]);
    });
    const ofKernels = kernels.all.map((kernel) => {
      const key = `${ecosystemsJson}\0${cacheKey(kernel.pkg)}\0${kernelKey(kernel)}`;
      const cached = cache.get(key);
      if (cached !== undefined) return cached;
      const matches = withKeys(matchKernel(kernel, matchOf));
      cache.add(key, matches);
      return matches;
    });
    const ofProcesses = matchOldPackages(readOldCode(packages, running), (some) =>
      matcher.matchPackages(ecosystems, some, generation, maxMatches),
    );
    if (ofProcesses === null) return null;
    const matches = [...known, ...ofKernels, ...ofProcesses.map(withKeys)].flatMap(
      (some) => some ?? [],
    );
    return matches.length > maxMatches ? null : matches;
  };
}

/** Matches by package, of one generation. */
function createMatchCache() {
  const cache = new Map<string, readonly KeyedMatch[]>();
  let cachedGeneration = -1;
  let matchCount = 0;
  return {
    /** Empties the cache if it is full or of another generation. */
    renew(generation: number): void {
      const isFull = cache.size > MAX_CACHED_PACKAGES || matchCount > MAX_CACHED_MATCHES;
      if (generation === cachedGeneration && !isFull) return;
      cache.clear();
      matchCount = 0;
      cachedGeneration = generation;
    },
    get: (key: string): readonly KeyedMatch[] | undefined => cache.get(key),
    add(key: string, matches: readonly KeyedMatch[]): void {
      cache.set(key, matches);
      matchCount += matches.length;
    },
  };
}

const cacheKey = (p: MatchablePackage): string =>
  `${p.format}\0${p.name}\0${p.version}\0${p.architecture}\0${p.source}\0${p.source_version}\0${p.module}\0${p.vendor}`;

const withKeys = (matches: readonly Match[]): readonly KeyedMatch[] =>
  matches.length === 0 ? NO_MATCHES : matches.map(withFactKey);
