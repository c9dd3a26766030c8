import type { Package, ParsedPackages } from '../../inventory.js';
import {
  collectPackages,
  columnRange,
  createPackage,
  isWhole,
  withoutZeroEpoch,
  type ColumnRange,
} from './packages.js';
import { parseBytes, field, lines } from '../text.js';

const MAX_LINE_LENGTH = 4096;
/** Up to the status: without it, a package that was removed is one that is installed. */
const COLUMNS: ColumnRange = { min: 6, max: 7 };
/** A package name by deb-control(5), with an optional architecture. Other lines are not entries of a package list. */
const NAME = /^([a-z0-9][a-z0-9+.-]{0,250})(?::([a-z0-9-]{1,40}))?$/i;

/**
 * Parses `dpkg-query -W` with the columns binary package, version, architecture, source, source version,
 * status, installed size (KiB). All lines may lack trailing columns. Packages that are not installed, or of which
 * only the configuration remains (`rc`), are ignored.
 */
export function parseDpkg(text: string): ParsedPackages {
  const range = columnRange(text, COLUMNS);
  return collectPackages(lines(text), (line) => parseLine(line, range), nameOf);
}

function parseLine(line: string, range: ColumnRange): Package | null | 'none' {
  if (line.trim() === '') return 'none';
  if (line.length > MAX_LINE_LENGTH) return null;
  const columns = line.split('\t');
  const [binary, rawVersion, architecture, source, sourceVersion, status, size] = columns;
  const match = NAME.exec(binary?.trim() ?? '');
  if (match === null || rawVersion === undefined || !isWhole(columns, range)) return null;
  if (!isInstalled(status)) return 'none';
  const version = withoutZeroEpoch(rawVersion);
  if (version === null) return null;
  return createPackage('dpkg', match[1] ?? '', version, {
    architecture: field(architecture) ?? match[2] ?? null,
    ...sourceOf(source, sourceVersion),
    size: parseBytes(size, 1024),
  });
}

// A name without a tab after it may be truncated; the second of two lines in one has its own.
function nameOf(line: string): string | null {
  const end = line.indexOf('\t');
  return end === -1 || line.split('\t').length > COLUMNS.max
    ? null
    : (NAME.exec(line.slice(0, end).trim())?.[1] ?? null);
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
