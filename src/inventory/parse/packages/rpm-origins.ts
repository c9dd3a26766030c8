import { rpmRepositoryPublisher } from '../../../vulnerabilities/matching/origin/repositories.js';
import type { Package } from '../../inventory.js';
import { lines } from '../text.js';

const MAX_LINE_LENGTH = 4 << 20;
const NONE = '-';

/** Who signed a package, and where it was installed from; `-`: none, not known. */
interface RpmOrigin {
  key: string;
  repository: string;
}

/**
 * Returns the packages with what their vendor does not say: that they are not signed although most packages are, or
 * that a repository of another publisher has them. A vendor is then followed by `(unsigned)` or `(repository <id>)`;
 * without a vendor, the repository or the signing key is named, unless the key is that of most packages.
 * @param text lines of signing key, repository and names of packages (`bash`, `kernel-5.14.0-70.el9`), separated by
 * tabs; `*` instead of the names: all others
 */
export function withRpmOrigins(packages: readonly Package[], text: string): Package[] {
  const { byName, others } = readOrigins(text);
  const originOf = ({ name, version }: Package): RpmOrigin =>
    byName.get(`${name}-${version.replace(/^\d+:/, '')}`) ?? byName.get(name) ?? others;
  const unsigned = packages.filter((pkg) => originOf(pkg).key === NONE).length;
  const isSignedList = unsigned * 2 < packages.length;
  return packages.map((pkg) => {
    const origin = originOf(pkg);
    const note = buildNote(pkg, origin, isSignedList, others.key);
    if (note === null) return pkg;
    return { ...pkg, vendor: pkg.vendor === null ? note : `${pkg.vendor} (${note})` };
  });
}

function buildNote(
  { vendor }: Package,
  { key, repository }: RpmOrigin,
  isSignedList: boolean,
  mainKey: string,
): string | null {
  if (rpmRepositoryPublisher(repository) !== null) return `repository ${repository}`;
  if (key === NONE) return isSignedList ? 'unsigned' : null;
  return vendor === null && key !== mainKey ? `signing key ${key}` : null;
}

function readOrigins(text: string): { byName: Map<string, RpmOrigin>; others: RpmOrigin } {
  const byName = new Map<string, RpmOrigin>();
  let others: RpmOrigin = { key: NONE, repository: NONE };
  for (const line of lines(text)) {
    const [key, repository, ...names] = line.split('\t');
    if (line.length > MAX_LINE_LENGTH || repository === undefined) continue;
    const origin = { key: known(key, /^[0-9a-f]{8,16}$/i), repository: known(repository, ID) };
    if (names.includes('*')) others = origin;
    for (const name of names) byName.set(name, origin);
  }
  return { byName, others };
}

const ID = /^[\w.:+@/-]{1,200}$/;
const known = (value: string | undefined, pattern: RegExp): string =>
  value !== undefined && pattern.test(value) ? value : NONE;
