import type { VersionOrder } from '../../../versions/order.js';
import type { MatchablePackage } from '../../facts.js';
import { unsignedSource } from './kernels.js';
import { ubuntuEcosystems, type LookupEcosystem } from './ubuntu-pro.js';

/** An affected package that data may exist about, with the version to compare. */
export interface LookupTarget extends LookupEcosystem {
  kind: 'source' | 'binary';
  name: string;
  version: string;
  /** false: the package list does not say which epoch the version has */
  hasEpoch: boolean;
}

const ORDERS: Readonly<Record<string, VersionOrder>> = { dpkg: 'dpkg', rpm: 'rpm', apk: 'apk' };

/** Returns the version order of a package format; null if no feed covers the format. */
export const versionOrderOf = (format: string): VersionOrder | null => ORDERS[format] ?? null;

/** Returns the source package as feeds name it, with the version that they compare. */
export function sourcePackageOf({ name, version, source, source_version }: MatchablePackage): {
  name: string;
  version: string;
} {
  const kernel = source === null ? null : unsignedSource(source);
  return kernel === null
    ? { name: source ?? name, version: source_version ?? version }
    : { name: kernel, version };
}

/** Returns where the data of these ecosystems may mention a package: by its source and by its own name. */
export function lookupTargets(
  ecosystems: readonly string[],
  pkg: MatchablePackage,
): LookupTarget[] {
  const source = sourcePackageOf(pkg);
  // The file name of a source rpm has no epoch. It is that of the package if the versions are equal, else unknown.
  const hasEpoch =
    pkg.format !== 'rpm' || source.version === pkg.version || /^\d+:/.test(source.version);
  return ubuntuEcosystems(ecosystems, source.name, pkg.version)
    .filter(({ ecosystem }) => appliesTo(ecosystem, pkg))
    .flatMap((where): LookupTarget[] => [
      resolveBackport({ ...where, kind: 'source', ...source, hasEpoch }),
      resolveBackport({
        ...where,
        kind: 'binary',
        name: pkg.name,
        version: pkg.version,
        hasEpoch: true,
      }),
    ]);
}

/**
 * A package of Debian's backports is one of the next release, rebuilt. It is fixed when that one is, and the data
 * of the installed release are about another version.
 */
function resolveBackport(target: LookupTarget): LookupTarget {
  if (!target.version.includes('~bpo')) return target;
  const [, version, release = ''] = /^(.+)~bpo(\d+)\+\d/.exec(target.version) ?? [];
  return version === undefined || target.ecosystem !== `Debian:${release}`
    ? target
    : { ...target, ecosystem: `Debian:${Number(release) + 1}`, version };
}

// FIPS-certified builds exist beside the others; the version of the installed package says which one it is.
const appliesTo = (ecosystem: string, { version }: MatchablePackage): boolean =>
  !ecosystem.includes(':FIPS') || /fips/i.test(version);

/** Returns the module stream of a package: `nodejs:18:8080020230718:…` → `nodejs:18`; null: not part of a module. */
export function moduleStream({ module }: MatchablePackage): string | null {
  const [name, stream] = (module ?? '').split(':');
  return name && stream ? `${name}:${stream}` : null;
}

/**
 * Whether a range applies to packages of a module stream.
 * @param range the stream of the range; null: no module; `*`: a build of an unnamed stream
 */
export function isForStream(
  range: string | null,
  stream: string | null,
  hasSameUpstream: () => boolean,
): boolean {
  if (range === null || stream === null) return range === stream;
  return range === stream || (range === '*' && hasSameUpstream());
}

/** Returns the upstream version of an rpm: without epoch and release. */
export const upstreamOf = (version: string): string =>
  version.replace(/^\d+:/, '').replace(/-[^-]*$/, '');
