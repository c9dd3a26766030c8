import type { Package } from '../../inventory.js';
import { field, lines, MAX_PACKAGES } from '../text.js';

const MAX_LINE_LENGTH = 1024;

/**
 * Returns the packages with the repository that offers them as their vendor: `download.docker.com_linux_debian`.
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
  return packages.map((pkg) => {
    const repository = repositories.get(keyOf(pkg.name, pkg.version));
    return repository === undefined ? pkg : { ...pkg, vendor: repository };
  });
}

const keyOf = (name: string, version: string): string => `${name}\0${version}`;
