import type { Knowledge } from '../../../knowledge/open-knowledge.js';
import type { FindingConfidence, Matcher } from '../../facts.js';
import { createReleaseIndex } from './candidates.js';
import { createCpeMatcher } from './cpe-matcher.js';
import { parseServiceCpe } from './cpe-name.js';
import { parseBuild } from './distribution-build.js';
import { matchByDistribution } from './distribution-matcher.js';
import { createEndMatcher } from './ended-branches.js';
import { asFork, forkedFrom, isVendorBuild } from './forks.js';
import { sourcePackages } from './source-packages.js';

/**
 * Matches services by the product and version that they report. Nothing is guessed: without both there are no
 * matches.
 *
 * If the banner contains the distribution's revision, the data of that release decides, and backported fixes count
 * (`version-based`). Otherwise the upstream version is compared by CPE: `version-based`, or `possible` if a
 * distribution packaged that version, or a vendor built or forked it, since its fixes are not visible in the version.
 */
export function createServiceMatcher(
  knowledge: Pick<Knowledge, 'sqlite' | 'generation'>,
  matchPackages: Matcher['matchPackages'],
): Matcher['matchService'] {
  const releases = createReleaseIndex(knowledge);
  const matchByCpe = createCpeMatcher(knowledge);
  const matchEnds = createEndMatcher(knowledge);
  return (service, generation = knowledge.generation()) => {
    const cpe = parseServiceCpe(service.cpe ?? '');
    const ofBanner = () => matchEnds(service, null, generation);
    if (cpe === null || service.version === null) return ofBanner();
    const packaging = sourcePackages(`${cpe.vendor}:${cpe.product}`, service.version);
    const build = packaging && parseBuild(service.version, service.revision);
    if (packaging && build) {
      const { sources, server } = packaging;
      const { isDecided, candidates } = releases.findCandidates(build, sources, generation);
      if (isDecided)
        return [
          ...matchByDistribution(matchPackages, service, server, candidates, generation),
          ...ofBanner(),
        ];
    }
    const mayBePatched =
      isDistribution(service.revision) ||
      isVendorBuild(service) ||
      (packaging !== null &&
        releases.isPackaged([...packaging.sources, packaging.server], service.version, generation));
    const confidence: FindingConfidence = mayBePatched ? 'possible' : 'version-based';
    const version = cpe.version ?? service.version;
    const matches = matchByCpe(service, cpe, version, confidence, generation);
    if (forkedFrom(service.product) !== null) return [...matches.map(asFork), ...ofBanner()];
    // A distribution supports its build as long as its release: the upstream end says nothing about it.
    const isOfRelease = build?.ecosystems != null;
    const program = isOfRelease ? null : { cpe, version, confidence };
    return [...matches, ...matchEnds(service, program, generation)];
  };
}

/** The part of a service that decides which data it is matched with. */
interface ServiceBuild {
  cpe: string | null;
  version: string | null;
  revision: string | null;
}

/**
 * Creates the function that returns the ecosystems of the distribution whose data decides about a service; null: the
 * data about products do.
 */
export function createBuildEcosystems(
  knowledge: Pick<Knowledge, 'sqlite'>,
): (service: ServiceBuild, generation: number) => readonly string[] | null {
  const releases = createReleaseIndex(knowledge);
  return ({ cpe: name, version, revision }, generation) => {
    const cpe = parseServiceCpe(name ?? '');
    if (cpe === null || version === null) return null;
    const packaging = sourcePackages(`${cpe.vendor}:${cpe.product}`, version);
    const build = packaging && parseBuild(version, revision);
    if (!packaging || !build) return null;
    const { isDecided, candidates } = releases.findCandidates(build, packaging.sources, generation);
    if (!isDecided) return null;
    return build.ecosystems ?? candidates.map(({ ecosystem }) => ecosystem);
  };
}

const DISTRIBUTION =
  /^(?:FreeBSD|NetBSD|DragonFly|Debian|Ubuntu|Raspbian|Devuan|Fedora|CentOS|Rocky|AlmaLinux|Red Hat|Amazon|openSUSE|SUSE|SLES|Alpine)/i;

/** Whether a revision names a system that backports fixes. */
function isDistribution(revision: string | null): boolean {
  return DISTRIBUTION.test(revision ?? '');
}
