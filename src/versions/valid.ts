import { isApkVersion } from './apk.js';
import { VERSION_LIMIT, type VersionOrder } from './order.js';

const MOST_EPOCH = 2 ** 31 - 1;
const MOST_SEMVER = 256;

const CHECKS: Readonly<Record<VersionOrder, (text: string) => boolean>> = {
  dpkg: isDpkg,
  rpm: isRpm,
  apk: isApkVersion,
  semver: isSemver,
  generic: isGeneric,
};

/**
 * Whether the ecosystem's own tool takes the text for a version: dpkg --validate-version, rpmbuild, apk version --check, npm's semver. A generic one holds a letter or a digit
 * and no control character. What is not valid still has its place in the order.
 */
export const validVersion = (order: VersionOrder, text: string): boolean =>
  text.length <= VERSION_LIMIT && CHECKS[order](text);

// A colon may stand in the version where an epoch is told, a dash where a revision is.
function isDpkg(text: string): boolean {
  const [, epoch, rest = ''] = /^(?:([^:]*):)?(.*)$/s.exec(text) ?? [];
  return (
    isEpoch(epoch) &&
    /^[0-9][A-Za-z0-9.+~:-]*$/.test(rest) &&
    /^(?:.*-[A-Za-z0-9.+~]+|[^-]+)$/.test(rest)
  );
}

function isRpm(text: string): boolean {
  const [, epoch, rest = ''] = /^(?:([^:]*):)?(.*)$/s.exec(text) ?? [];
  return (
    isEpoch(epoch) &&
    /^[A-Za-z0-9._+~^]+(?:-[A-Za-z0-9._+~^]+)?$/.test(rest) &&
    !rest.includes('..')
  );
}

const isEpoch = (text: string | undefined): boolean =>
  text === undefined || (/^[0-9]+$/.test(text) && Number(text) <= MOST_EPOCH);

function isSemver(text: string): boolean {
  const match =
    /^v?([0-9]+)\.([0-9]+)\.([0-9]+)(?:-([0-9A-Za-z.-]+))?(?:\+([0-9A-Za-z.-]+))?$/.exec(text);
  if (match === null || text.length > MOST_SEMVER) return false;
  const [, major, minor, patch, prerelease, build] = match;
  const isNumber = (part = ''): boolean =>
    !/^0./.test(part) && Number(part) <= Number.MAX_SAFE_INTEGER;
  return (
    [major, minor, patch].every(isNumber) &&
    (prerelease === undefined ||
      prerelease.split('.').every((part) => part !== '' && !/^0[0-9]+$/.test(part))) &&
    (build === undefined || build.split('.').every((part) => part !== ''))
  );
}

function isGeneric(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && !/\p{Cc}/u.test(text);
}
