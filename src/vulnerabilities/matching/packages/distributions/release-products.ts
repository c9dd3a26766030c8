import { isExtended, isOfExtended } from './redhat-extended.js';

/** The release of SUSE Linux Enterprise that its base product names: `15 SP7`, `12`, `16.0`. */
const SUSE_BASE = /^SUSE:Linux (?:Enterprise )?(Server|Desktop|Micro) (\d+(?: SP\d+|\.\d+)?)$/;
const REDHAT_REPOSITORY = /^Red Hat:enterprise_linux:\d+::/;

/** Long-term support has the builds of its service pack; Teradata has other builds. */
const SUSE_SUPPORT = /-(?:LTSS|ESPOS|BCL)\b.*$/;

/**
 * Returns the ecosystems of a host, with those of the other products of its release that the data know: extensions and
 * modules of SUSE Linux Enterprise, repositories of Red Hat Enterprise Linux before version 10, and extended support
 * that the host has enabled. Which of the others it has enabled does not matter: a package of one release is the same
 * in each of them.
 * @param knownFrom returns the ecosystems of the data whose names begin with a prefix
 */
export function withReleaseProducts(
  ecosystems: readonly string[],
  knownFrom: (prefix: string) => readonly string[],
): readonly string[] {
  const [first = ''] = ecosystems;
  const [, base = '', release] = SUSE_BASE.exec(first) ?? [];
  const [repositories] = REDHAT_REPOSITORY.exec(first) ?? [];
  const others = [
    ...(release === undefined
      ? []
      : knownFrom('SUSE:').filter((name) => isSuseProduct(name, base, release))),
    ...(repositories === undefined ? [] : knownFrom(repositories)),
  ];
  const extended = ecosystems.filter(isExtended);
  if (extended.length > 0)
    others.push(
      ...knownFrom('Red Hat:').filter((name) => extended.some((one) => isOfExtended(name, one))),
    );
  return others.length === 0 ? ecosystems : [...new Set([...others, ...ecosystems])];
}

/**
 * Returns patterns of the products of a release, as scopes of statements have them (covers.ts): a prefix that ends with
 * a colon, or names with `*`.
 */
export function productPatterns(ecosystem: string): string[] {
  const [, , release] = SUSE_BASE.exec(ecosystem) ?? [];
  const [repositories] = REDHAT_REPOSITORY.exec(ecosystem) ?? [];
  if (release !== undefined) return [`SUSE:* ${release}`, `SUSE:* ${release}-*`];
  return repositories === undefined ? [] : [repositories];
}

/**
 * Modules of SUSE Linux Enterprise 12 are for all of its service packs. The numbers of Micro are separate: other
 * products with the same ones are not for it.
 */
function isSuseProduct(ecosystem: string, base: string, release: string): boolean {
  const [, product = '', version] =
    /^SUSE:(.+?) (\d+(?: SP\d+|\.\d+)?)$/.exec(ecosystem.replace(SUSE_SUPPORT, '')) ?? [];
  if ((base === 'Micro') !== /\bMicro\b/.test(product)) return false;
  const isOfAll = product.includes('Module for ') && version === '12' && /^12\b/.test(release);
  return version === release || isOfAll;
}
