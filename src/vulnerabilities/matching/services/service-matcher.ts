import type { Knowledge } from '../../../knowledge/open-knowledge.js';
import type { FindingConfidence, Matcher } from '../../facts.js';
import { createCpeMatcher } from './cpe-matcher.js';
import { matchByDistribution } from './distribution-matcher.js';
import { createReleaseIndex } from './candidates.js';
import { parseCpe } from './cpe-name.js';
import { parseBuild } from './distribution-build.js';
import { sourcePackages } from './source-packages.js';

/**
 * Judges services by what they tell of themselves; nothing is guessed, so a service without a product or a version gets nothing.
 * Where the banner tells the distribution's own revision, that release's data decide, and fixes that were put into an older version count (`version-based`).
 * Otherwise the upstream version is compared by CPE: `version-based`, or `possible` where some distribution has packed that version, for its fixes don't show in it.
 * @param packages judges packages, as Judge.packages does
 */
export function createServiceMatcher(
  knowledge: Pick<Knowledge, 'sqlite' | 'generation'>,
  packages: Matcher['matchPackages'],
): Matcher['matchService'] {
  const releases = createReleaseIndex(knowledge);
  const byCpe = createCpeMatcher(knowledge);
  return (service, generation = knowledge.generation()) => {
    const cpe = parseCpe(service.cpe ?? '');
    if (cpe === null || service.version === null) return [];
    const packed = sourcePackages(`${cpe.vendor}:${cpe.product}`, service.version);
    const build = packed && parseBuild(service.version, service.revision);
    if (packed && build) {
      const { decided, candidates } = releases.candidates(build, packed.sources, generation);
      if (decided)
        return matchByDistribution(packages, service, packed.server, candidates, generation);
    }
    const mayBePatched =
      isDistribution(service.revision) ||
      (packed !== null &&
        releases.isPackaged([...packed.sources, packed.server], service.version, generation));
    const confidence: FindingConfidence = mayBePatched ? 'possible' : 'version-based';
    return byCpe(service, cpe, cpe.version ?? service.version, confidence, generation);
  };
}

/** A revision that names a system which puts fixes into old versions. */
function isDistribution(revision: string | null): boolean {
  return /^(?:Debian|Ubuntu|Raspbian|Devuan|Fedora|CentOS|Rocky|AlmaLinux|Red Hat|Amazon|openSUSE|SUSE|SLES|Alpine)/i.test(
    revision ?? '',
  );
}
