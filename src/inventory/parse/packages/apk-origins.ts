import { compareVersions } from '../../../versions/versions.js';
import { UNKNOWN_PUBLISHER } from '../../../vulnerabilities/matching/origin/evidence.js';
import { repositoryPublisher } from '../../../vulnerabilities/matching/origin/repositories.js';
import type { Package } from '../../inventory.js';
import { field, lines, MAX_PACKAGES } from '../text.js';

const MAX_LINE_LENGTH = 1024;

/**
 * Returns the packages with the repository that offers the installed version as their vendor, where the own release
 * offers another version or none. The release replaces its versions: one that no repository offers, and that is not
 * above that of the release, may be an earlier one of it. Else its publisher is unknown.
 * @param text lines of repository, name, version and version of the release, separated by tabs; others are ignored
 */
export function withApkOrigins(packages: readonly Package[], text: string): Package[] {
  const vendors = new Map<string, string | null>();
  for (const line of lines(text)) {
    if (line.length > MAX_LINE_LENGTH || vendors.size === MAX_PACKAGES) continue;
    const [repository, name, version, offered] = line.split('\t');
    if (name !== undefined && version !== undefined)
      vendors.set(`${name} ${version}`, vendorOf(field(repository), version, field(offered)));
  }
  return packages.map((pkg) => ({
    ...pkg,
    vendor: pkg.vendor ?? vendors.get(`${pkg.name} ${pkg.version}`) ?? null,
  }));
}

function vendorOf(repository: string | null, version: string, offered: string | null) {
  if (repository !== null)
    return repositoryPublisher(repository.replaceAll('/', '_')) ?? `repository ${repository}`;
  const isEarlier = offered !== null && compareVersions('apk', version, offered) <= 0;
  return isEarlier ? null : UNKNOWN_PUBLISHER;
}
