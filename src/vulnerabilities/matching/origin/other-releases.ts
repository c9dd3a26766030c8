import { compareVersions } from '../../../versions/versions.js';
import { memoize } from '../../../lib/memoize.js';
import type { MatchablePackage } from '../../facts.js';
import { sourcePackageOf } from '../packages/lookup-targets.js';
import type { RangeReader } from '../packages/range-reader.js';
import { UNKNOWN_PUBLISHER } from './evidence.js';
import { createLeftovers } from './ubuntu-leftovers.js';

/**
 * Returns `a later release of Debian` or `Ubuntu 20.04` for a package that is not of its host's release; null: nothing
 * shows it. The versions that fixed something show it, of the release itself and of others.
 */
export type FindOtherRelease = (ecosystem: string, pkg: MatchablePackage) => string | null;

/** Updates of a release have its number, backports have that of the release they were built for. */
const STABLE_UPDATE = /[+~]deb\d+u\d+/;
const MARKED = /[+~](?:deb|bpo)\d+/;

const LATER = 'a later release of Debian';

/** The highest fixed versions of a source package; null: none. `update`: if the release marks all of its updates. */
interface HighestVersions {
  fixed: string | null;
  update: string | null;
}

/** Creates the function for one generation. */
export function createOtherReleases(
  ranges: Pick<
    RangeReader,
    'affectedPackageId' | 'ecosystemsFrom' | 'fixedVersions' | 'isFixedOnlyIn' | 'rangesAbove'
  >,
  generation: number,
): FindOtherRelease {
  const idIn = (ecosystem: string, source: string): number | undefined =>
    ranges.affectedPackageId(ecosystem, 'source', source);
  const fixedIn = (ecosystem: string, source: string): readonly string[] => {
    const id = idIn(ecosystem, source);
    return id === undefined ? [] : ranges.fixedVersions(id, generation);
  };
  const highestIn = memoize((ecosystem: string) =>
    memoize((source: string) => highestVersions(source, fixedIn(ecosystem, source)), {
      maxEntries: MAX_SOURCES,
    }),
  );
  const isFixedLater = (ecosystem: string, source: string, version: string): boolean => {
    const own = idIn(ecosystem, source);
    return (
      own !== undefined &&
      ranges
        .ecosystemsFrom('Debian:')
        .filter((name) => releaseOf(name) > releaseOf(ecosystem))
        .map((name) => idIn(name, source))
        .some((id) => id !== undefined && ranges.isFixedOnlyIn(id, own, version, generation))
    );
  };
  const ofUbuntu = createLeftovers(ranges, generation);
  return (ecosystem, pkg) => {
    if (ecosystem.startsWith('Ubuntu:')) return ofUbuntu(ecosystem, pkg);
    if (pkg.format !== 'dpkg' || !/^Debian:\d+$/.test(ecosystem)) return null;
    const { name, version } = sourcePackageOf(pkg);
    const [, marked] = /[+~]deb(\d+)u\d+(?!.*[+~](?:deb|bpo)\d)/.exec(version) ?? [];
    // An update may be part of the next release as well: then its data name the version.
    if (Number(marked) < releaseOf(ecosystem) && !fixedIn(ecosystem, name).includes(version))
      return `Debian ${marked}`;
    if (MARKED.test(version)) return null;
    const { fixed, update } = highestIn(ecosystem)(name);
    // Only native packages have no revision, and then none of their versions has one.
    if (fixed?.includes('-') === true && !version.includes('-') && name !== 'linux')
      return UNKNOWN_PUBLISHER;
    if (fixed !== null && compareVersions('dpkg', version, fixed) <= 0) return null;
    return update !== null || isFixedLater(ecosystem, name, version) ? LATER : null;
  };
}

const MAX_SOURCES = 20_000;

const releaseOf = (ecosystem: string): number => Number(ecosystem.slice('Debian:'.length));

function highestOf(versions: readonly string[]): string | null {
  return versions.reduce<string | null>(
    (a, b) => (a !== null && compareVersions('dpkg', a, b) >= 0 ? a : b),
    null,
  );
}

/** The kernel has updates without the mark: the lack of it shows nothing. */
function highestVersions(source: string, versions: readonly string[]): HighestVersions {
  const fixed = highestOf(versions);
  const isMarked = fixed !== null && STABLE_UPDATE.test(fixed) && source !== 'linux';
  return { fixed, update: isMarked ? fixed : null };
}
