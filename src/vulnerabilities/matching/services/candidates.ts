import type { Knowledge } from '../../../knowledge/open-knowledge.js';
import { versionKey } from '../../../versions/keys.js';
import { baseRevision, versionParts, type DistributionBuild } from './distribution-build.js';
import { prepareReleaseStatements, type AffectedPackageRow } from './services.statements.js';

/** A package of a release that a service may have been built from, with its full version there. */
export interface Candidate {
  ecosystem: string;
  source: string;
  version: string;
}

interface Candidates {
  /** false: no data about such a release, or none about the package */
  isDecided: boolean;
  candidates: Candidate[];
}

/** Knows the versions that releases packaged, as far as their advisories mention them. */
export interface ReleaseIndex {
  /**
   * Returns the packages that a build may be: of the release that its revision names, otherwise of every release
   * whose data mentions the upstream version. Among those, releases that mention the same base revision are
   * preferred.
   */
  findCandidates: (
    build: DistributionBuild,
    sources: readonly string[],
    generation: number,
  ) => Candidates;
  /**
   * Whether the data of any distribution mentions this upstream version of one of these packages (source or
   * binary). If so, it may contain backported fixes.
   */
  isPackaged: (names: readonly string[], upstream: string, generation: number) => boolean;
}

export function createReleaseIndex({ sqlite }: Pick<Knowledge, 'sqlite'>): ReleaseIndex {
  const statements = prepareReleaseStatements(sqlite);
  const knownVersions = (
    packages: readonly AffectedPackageRow[],
    generation: number,
  ): Candidate[] =>
    packages.flatMap(({ id, ecosystem, name }) =>
      statements.fixedVersions
        .all(id, generation, generation)
        .map((version) => ({ ecosystem, source: name, version })),
    );

  const ofNamedRelease = (
    build: DistributionBuild,
    ecosystems: readonly string[],
    packages: readonly AffectedPackageRow[],
    generation: number,
  ): Candidates => {
    const ofRelease = packages.filter(({ ecosystem }) => ecosystems.includes(ecosystem));
    const candidates = ofRelease.map(({ ecosystem, name }) => {
      const known = [knownVersions(ofRelease, generation), knownVersions(packages, generation)];
      return { ecosystem, source: name, version: withEpoch(build.version, guessEpoch(...known)) };
    });
    // A distribution without any data about the package may know it by a name that is missing here.
    const isDecided =
      packages.length > 0 &&
      ecosystems.some((ecosystem) => statements.hasEcosystem.get(ecosystem) === 1);
    return { isDecided, candidates };
  };

  return {
    findCandidates: (build, sources, generation) => {
      const packages = sources
        .flatMap((source) => statements.sourcesNamed.all(source))
        .filter(({ ecosystem }) => ecosystem.startsWith(`${build.distribution}:`));
      if (build.ecosystems !== null)
        return ofNamedRelease(build, build.ecosystems, packages, generation);
      const candidates = bestMatches(knownVersions(packages, generation), build.version);
      return { isDecided: candidates.length > 0, candidates };
    },
    isPackaged: (names, upstream, generation) =>
      names.some((name) =>
        knownVersions(statements.packagesNamed.all(name), generation).some(({ version }) =>
          isSameUpstream(versionParts(version).upstream, upstream),
        ),
      ),
  };
}

/** OpenSSH's banner omits the p1 of its portable release. */
const isSameUpstream = (packaged: string, reported: string): boolean =>
  packaged === reported || packaged.replace(/p\d{1,2}$/, '') === reported;

/**
 * Returns the epoch of a package, since no banner contains one. An epoch never decreases, so it is that of the
 * newest known version: of the first list that is not empty (the release's own versions before those of other
 * releases).
 */
function guessEpoch(...known: readonly (readonly Candidate[])[]): string {
  const versions = (known.find((list) => list.length > 0) ?? []).map(({ version }) => version);
  const newest = versions
    .map((version) => ({ version, key: versionKey('dpkg', version) }))
    .sort((a, b) => Buffer.compare(b.key, a.key))[0];
  return versionParts(newest?.version ?? '').epoch;
}

/**
 * Returns the releases that know the upstream version of `version`, each once. Those that also know its base
 * revision are preferred.
 */
function bestMatches(known: readonly Candidate[], version: string): Candidate[] {
  const reported = versionParts(version);
  const sameUpstream = known.filter(
    (k) =>
      versionParts(k.version).upstream === reported.upstream &&
      !k.ecosystem.startsWith('Ubuntu:Pro:'),
  );
  const sameRevision = sameUpstream.filter(
    (k) => baseRevision(versionParts(k.version).revision) === baseRevision(reported.revision),
  );
  const found = new Map<string, Candidate>();
  for (const candidate of sameRevision.length > 0 ? sameRevision : sameUpstream) {
    const { ecosystem, source } = candidate;
    found.set(`${ecosystem} ${source}`, {
      ecosystem,
      source,
      version: withEpoch(version, versionParts(candidate.version).epoch),
    });
  }
  return [...found.values()];
}

function withEpoch(version: string, epoch: string): string {
  return epoch === '' ? version : `${epoch}:${version}`;
}
