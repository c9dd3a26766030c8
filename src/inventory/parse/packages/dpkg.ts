import type { Package, ParsedPackages } from '../../inventory.js';
import { collectPackages, createPackage, withoutZeroEpoch } from './packages.js';
import { parseBytes, field, lines } from '../text.js';

const MAX_LINE_LENGTH = 4096;
/** A package name by deb-control(5), with an optional architecture. Other lines are not entries of a package list. */
const NAME = /^([a-z0-9][a-z0-9+.-]{0,250})(?::([a-z0-9-]{1,40}))?$/i;

/**
 * Parses `dpkg-query -W` with the columns binary package, version, architecture, source, source version,
 * status, installed size (KiB). Trailing columns may be missing. Packages that are not installed, or of which
 * only the configuration remains (`rc`), are ignored.
 */
export function parseDpkg(text: string): ParsedPackages {
  return collectPackages(lines(text), parseLine, nameOf);
}

function parseLine(line: string): Package | null | 'none' {
  if (line.trim() === '') return 'none';
  if (line.length > MAX_LINE_LENGTH) return null;
  const [binary, rawVersion, architecture, source, sourceVersion, status, size] = line.split('\t');
  const match = NAME.exec(binary?.trim() ?? '');
  if (match === null || rawVersion === undefined) return null;
  if (!isInstalled(status)) return 'none';
  const version = withoutZeroEpoch(rawVersion);
  if (version === null) return null;
  return createPackage('dpkg', match[1] ?? '', version, {
    architecture: field(architecture) ?? match[2] ?? null,
    ...sourceOf(source, sourceVersion),
    size: parseBytes(size, 1024),
  });
}

// A name without a tab after it may be truncated.
function nameOf(line: string): string | null {
  const end = line.indexOf('\t');
  return end === -1 ? null : (NAME.exec(line.slice(0, end).trim())?.[1] ?? null);
}

/** dpkg-query(1): the second letter is the state; `n` is not installed, `c` only configuration files. */
function isInstalled(status: string | undefined): boolean {
  const letter = status?.trim()[1];
  return letter === undefined || !'nc'.includes(letter.toLowerCase());
}

/** Returns the source package. Older tools write its version in parentheses after the name. */
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
