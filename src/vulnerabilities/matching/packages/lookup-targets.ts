import type { VersionOrder } from '../../../versions/order.js';
import type { MatchablePackage } from '../../facts.js';
import { backportTargets } from './distributions/backports.js';
import { otherPublisher } from '../origin/package-origin.js';
import { unsignedSource } from './kernels.js';
import type { LookupTarget } from './lookup-target.js';
import { ubuntuEcosystems } from './distributions/ubuntu-pro.js';

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

/**
 * Returns where the data of these ecosystems may mention a package: by its source and by its own name. Data of a
 * distribution does not cover a package that another publisher built.
 */
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
      ...backportTargets({ ...where, kind: 'source', ...source, hasEpoch }),
      ...backportTargets({
        ...where,
        kind: 'binary',
        name: pkg.name,
        version: pkg.version,
        hasEpoch: true,
      }),
    ]);
}

// FIPS-certified builds exist beside the others; the version of the installed package says which one it is.
const appliesTo = (ecosystem: string, pkg: MatchablePackage): boolean =>
  (!ecosystem.includes(':FIPS') || /fips/i.test(pkg.version)) &&
  otherPublisher(ecosystem, pkg) === null;
