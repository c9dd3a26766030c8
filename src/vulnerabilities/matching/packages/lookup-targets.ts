import type { VersionOrder } from '../../../knowledge/records.js';
import type { MatchablePackage } from '../../facts.js';
import { unsignedSource } from './kernels.js';

/** Where a package is looked up, and with which version. `epoch`: false where the list of packages could not tell it. */
export interface LookupTarget {
  ecosystem: string;
  kind: 'source' | 'binary';
  name: string;
  version: string;
  epoch: boolean;
}

const ORDERS: Readonly<Record<string, VersionOrder>> = { dpkg: 'dpkg', rpm: 'rpm', apk: 'apk' };

/** The order of a package's versions; null where no data are about its format. */
export const versionOrderOf = (format: string): VersionOrder | null => ORDERS[format] ?? null;

/** The source a package was built from, as the data name it, with the version that they compare. */
export function sourcePackageOf({ name, version, source, source_version }: MatchablePackage): {
  name: string;
  version: string;
} {
  const kernel = source === null ? null : unsignedSource(source);
  return kernel === null
    ? { name: source ?? name, version: source_version ?? version }
    : { name: kernel, version };
}

/** All places where the data of these releases may say something of a package: by its source and by its own name. */
export function lookupTargets(scopes: readonly string[], pkg: MatchablePackage): LookupTarget[] {
  const source = sourcePackageOf(pkg);
  // The file name of a source rpm tells no epoch: where the versions are the same so is the epoch, else it is not known.
  const epoch =
    pkg.format !== 'rpm' || source.version === pkg.version || /^\d+:/.test(source.version);
  return scopes
    .filter((scope) => isAbout(scope, pkg))
    .flatMap((scope): LookupTarget[] => [
      fromBackports({ ecosystem: scope, kind: 'source', ...source, epoch }),
      fromBackports({
        ecosystem: scope,
        kind: 'binary',
        name: pkg.name,
        version: pkg.version,
        epoch: true,
      }),
    ]);
}

/** What stands in a release's backports is a package of the next release, built again: mended there and when that one is, and its own release's data are about another version. */
function fromBackports(target: LookupTarget): LookupTarget {
  if (!target.version.includes('~bpo')) return target;
  const [, version, release = ''] = /^(.+)~bpo(\d+)\+\d/.exec(target.version) ?? [];
  return version === undefined || target.ecosystem !== `Debian:${release}`
    ? target
    : { ...target, ecosystem: `Debian:${Number(release) + 1}`, version };
}

// The builds that are certified for FIPS stand beside the others; what is installed tells by its version which it is.
const isAbout = (scope: string, { version }: MatchablePackage): boolean =>
  !scope.includes(':FIPS') || /fips/i.test(version);

/** The module stream of a package: `nodejs:18:8080020230718:…` → `nodejs:18`; null: it came with no module. */
export function moduleStream({ module }: MatchablePackage): string | null {
  const [name, stream] = (module ?? '').split(':');
  return name && stream ? `${name}:${stream}` : null;
}

/** Does a range that is for a module (null: for none; `*`: for a stream that is not told) speak of a package of this stream? */
export function isForStream(
  range: string | null,
  stream: string | null,
  sameUpstream: () => boolean,
): boolean {
  if (range === null || stream === null) return range === stream;
  return range === stream || (range === '*' && sameUpstream());
}

/** The upstream version of an rpm: without epoch and release. */
export const upstreamOf = (version: string): string =>
  version.replace(/^\d+:/, '').replace(/-[^-]*$/, '');
