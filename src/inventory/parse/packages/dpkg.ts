import type { Package, ParsedPackages } from '../../inventory.js';
import { collectPackages, makePackage, withoutZeroEpoch } from './packages.js';
import { parseBytes, field, lines } from '../text.js';

const MAX_LINE = 4096;
/** deb-control(5) for names; what is not of this kind is no list of packages. */
const NAME = /^([a-z0-9][a-z0-9+.-]{0,250})(?::([a-z0-9-]{1,40}))?$/i;

/**
 * Reads `dpkg-query -W` with the columns binary package, version, architecture, source, source version, status, installed size (KiB);
 * columns may be missing at the end. Packages that are not there, or left nothing but their configuration (`rc`), are left out.
 */
export function parseDpkg(text: string): ParsedPackages {
  return collectPackages(lines(text), readLine, nameOf);
}

function readLine(line: string): Package | null | 'none' {
  if (line.trim() === '') return 'none';
  if (line.length > MAX_LINE) return null;
  const [binary, rawVersion, architecture, source, sourceVersion, status, size] = line.split('\t');
  const named = NAME.exec(binary?.trim() ?? '');
  if (named === null || rawVersion === undefined) return null;
  if (!isThere(status)) return 'none';
  const version = withoutZeroEpoch(rawVersion);
  if (version === null) return null;
  return makePackage('dpkg', named[1] ?? '', version, {
    architecture: field(architecture) ?? named[2] ?? null,
    ...sourceOf(source, sourceVersion),
    size: parseBytes(size, 1024),
  });
}

// What no tab follows may be half a name.
function nameOf(line: string): string | null {
  const end = line.indexOf('\t');
  return end === -1 ? null : (NAME.exec(line.slice(0, end).trim())?.[1] ?? null);
}

/** dpkg-query(1): the second letter is the state; `n` is not installed, `c` only configuration files. */
function isThere(status: string | undefined): boolean {
  const letter = status?.trim()[1];
  return letter === undefined || !'nc'.includes(letter.toLowerCase());
}

/** The source package; older tools write its version in brackets behind the name. */
function sourceOf(
  source: string | undefined,
  version: string | undefined,
): Pick<Package, 'source' | 'source_version'> {
  const match = /^(\S{1,256})(?: \(([^()\s]{1,256})\))?$/.exec(source?.trim() ?? '');
  return {
    source: field(match?.[1]),
    source_version: withoutZeroEpoch(version) ?? withoutZeroEpoch(match?.[2]),
  };
}
