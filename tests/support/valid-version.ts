import { isApkVersion } from '../../src/versions/apk.js';
import { VERSION_LIMIT, type VersionOrder } from '../../src/versions/order.js';

const MAX_EPOCH = 2 ** 31 - 1;
const MAX_SEMVER_LENGTH = 256;

const CHECKS: Readonly<Record<VersionOrder, (text: string) => boolean>> = {
  dpkg: isDpkg,
  rpm: isRpm,
  apk: isApkVersion,
  semver: isSemver,
  generic: isGeneric,
};

/**
 * Whether the ecosystem's own tool accepts a text as a version: dpkg --validate-version, rpmbuild, apk version
 * --check, npm's semver. A generic version contains a letter or a digit and no control character. Invalid versions
 * have a position in the order, too.
 */
export const isValidVersion = (order: VersionOrder, text: string): boolean =>
  text.length <= VERSION_LIMIT && CHECKS[order](text);

// The version may contain a colon if there is an epoch, and a dash if there is a revision.
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
  text === undefined || (/^[0-9]+$/.test(text) && Number(text) <= MAX_EPOCH);

function isSemver(text: string): boolean {
  const match =
    /^v?([0-9]+)\.([0-9]+)\.([0-9]+)(?:-([0-9A-Za-z.-]+))?(?:\+([0-9A-Za-z.-]+))?$/.exec(text);
  if (match === null || text.length > MAX_SEMVER_LENGTH) return false;
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
