import { memoize } from '../../../../lib/memoize.js';
import { compareVersions } from '../../../../versions/versions.js';
import type { MatchablePackage } from '../../../facts.js';
import { EXTENDED_SUPPORT } from './redhat-extended.js';
import { moduleStream } from './module-streams.js';
import type { RangeReader } from '../range-reader.js';
import type { MatchVerdict } from '../resolve-sources.js';

const RELEASE = /^Red Hat:enterprise_linux:(\d+)(\.\d+)?(?:::|$)/;
/**
 * Returns the ecosystems of a host, with those of all minor releases of its Red Hat Enterprise Linux that the data
 * know. Since version 10, advisories are filed under the minor release at their time: they are about hosts of all.
 * @param known all ecosystems of Red Hat in the data
 */
export function withMinorReleases(
  ecosystems: readonly string[],
  known: () => readonly string[],
): readonly string[] {
  const [, major, minor] = RELEASE.exec(ecosystems[0] ?? '') ?? [];
  if (major === undefined || minor === undefined) return ecosystems;
  const ofRelease = known().filter((name) => RELEASE.exec(name)?.[1] === major);
  return [...new Set([...ofRelease, ...ecosystems])];
}

/** Returns the release and minor release that a build is for: `9_4` of `427.50.2.el9_4`; null: the name has none. */
export function minorOf(version: string): string | null {
  const [, major, minor] = /[.+]el(\d+)[_.](\d+)/.exec(version) ?? [];
  return major === undefined || minor === undefined ? null : `${major}_${minor}`;
}

/** Whether the installed build has the fix of a vulnerability for its own minor release. */
export type IsFixedInMinor = (pkg: MatchablePackage, verdict: MatchVerdict) => boolean;

/**
 * Creates the function. Extended support (EUS and others) fixes older builds than those that later minor releases
 * have. The name of a build has its minor release: at or above all fixes for that, it is not vulnerable. Whether
 * the host has such a subscription does not matter: without it, it could not have the build.
 */
export function createMinorFixes(ranges: RangeReader, generation: number): IsFixedInMinor {
  const fixesOf = memoize((packageId: number) =>
    ranges.rangesAbove(packageId, Buffer.alloc(0), generation, MAX_RANGES),
  );
  return (pkg, { vulnerability, shown: { target } }) => {
    const minor = minorOf(pkg.version);
    const major = RELEASE.exec(target.ecosystem)?.[1];
    if (pkg.format !== 'rpm' || minor === null || major === undefined) return false;
    const stream = moduleStream(pkg);
    const fixes = ranges
      .ecosystemsFrom('Red Hat:')
      .filter((name) => (RELEASE.exec(name) ?? EXTENDED_SUPPORT.exec(name))?.[1] === major)
      .flatMap((ecosystem) => {
        const id = ranges.affectedPackageId(ecosystem, target.kind, target.name);
        if (id === undefined) return [];
        return fixesOf(id)
          .filter((row) => row.fixed !== null && minorOf(row.fixed) === minor)
          .filter((row) => row.module === stream && stream !== '*')
          .filter((row) =>
            (row.vulnerability === null
              ? ranges.advisory(row.advisory_id).vulnerabilities
              : [row.vulnerability]
            ).includes(vulnerability),
          )
          .map(({ fixed }) => ({ ecosystem, fixed: fixed ?? '' }));
      });
    return (
      fixes.some(({ ecosystem }) => ecosystem !== target.ecosystem) &&
      fixes.every(({ fixed }) => compareVersions('rpm', pkg.version, fixed) >= 0)
    );
  };
}

const MAX_RANGES = 100_000;
