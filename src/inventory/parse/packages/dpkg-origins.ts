import {
  noteRepository,
  repositoryPublisher,
} from '../../../vulnerabilities/matching/origin/repositories.js';
import type { Package } from '../../inventory.js';
import { field, lines, MAX_PACKAGES } from '../text.js';

const MAX_LINE_LENGTH = 1024;

/**
 * Returns the packages with the repository that offers them as their vendor: `download.docker.com_linux_debian`.
 * One whose publisher is not known begins with `repository`, unless such repositories offer most packages: then they
 * are mirrors of the distribution.
 * @param text lines of repository, name and version, separated by tabs; others are ignored
 */
export function withRepositories(packages: readonly Package[], text: string): Package[] {
  const repositories = new Map<string, string>();
  for (const line of lines(text)) {
    if (line.length > MAX_LINE_LENGTH || repositories.size === MAX_PACKAGES) continue;
    const [repository, name, version] = line.split('\t');
    const known = field(repository);
    if (known !== null && name !== undefined && version !== undefined)
      repositories.set(keyOf(name, version.trim()), known);
  }
  const vendorOf = ({ name, version }: Package) => repositories.get(keyOf(name, version));
  const isUnknown = (repository: string) => repositoryPublisher(repository) === null;
  const unknown = packages.map(vendorOf).filter((one) => one !== undefined && isUnknown(one));
  const areMirrors = unknown.length * 2 > packages.length;
  return packages.map((pkg) => {
    const vendor = vendorOf(pkg);
    if (vendor === undefined) return pkg;
    return { ...pkg, vendor: isUnknown(vendor) && !areMirrors ? noteRepository(vendor) : vendor };
  });
}

const keyOf = (name: string, version: string): string => `${name}\0${version}`;
