import type { Package, ParsedPackages } from '../../inventory.js';
import {
  collectPackages,
  columnRange,
  createPackage,
  isWhole,
  joinVersion,
  type ColumnRange,
} from './packages.js';
import { parseBytes, field, knownField, lines, parseWholeNumber } from '../text.js';

const MAX_LINE_LENGTH = 4096;
/** Up to the architecture: the release before it is whole then. */
const COLUMNS: ColumnRange = { min: 5, max: 10 };

/**
 * Parses `rpm -qa` with the columns name, epoch, version, release, architecture, source rpm, modularity label,
 * vendor, install time, size. All lines may lack trailing columns. `gpg-pubkey` is a key and not a package, and is
 * ignored.
 */
export function parseRpm(text: string): ParsedPackages {
  const range = columnRange(text, COLUMNS);
  return collectPackages(lines(text), (line) => parseLine(line, range), nameOf);
}

function parseLine(line: string, range: ColumnRange): Package | null | 'none' {
  if (line.trim() === '') return 'none';
  if (line.length > MAX_LINE_LENGTH) return null;
  const columns = line.split('\t');
  const [name, epoch, version, release, architecture, sourceRpm, module, vendor, installed, size] =
    columns;
  if (name === 'gpg-pubkey') return 'none';
  if (field(name) === null || /\s/.test(name ?? '') || knownField(version) === null) return null;
  if (!isWhole(columns, range)) return null;
  return createPackage(
    'rpm',
    field(name) ?? '',
    joinVersion(parseEpoch(epoch), knownField(version) ?? '', knownField(release)),
    {
      architecture: knownField(architecture),
      ...parseSourceRpm(sourceRpm, `${version}-${release}`, parseEpoch(epoch)),
      vendor: knownField(vendor),
      module: knownField(module),
      installed_at: parseWholeNumber(installed),
      size: parseBytes(size, 1),
    },
  );
}

// A name without a tab after it may be truncated; the second of two lines in one has its own.
function nameOf(line: string): string | null {
  const end = line.indexOf('\t');
  const name =
    end === -1 || line.split('\t').length > COLUMNS.max ? null : field(line.slice(0, end));
  return name === null || /[\s\ufffd]/.test(name) ? null : name;
}

function parseEpoch(epoch: string | undefined): string | null {
  const value = parseWholeNumber(epoch);
  return value === null ? null : String(value);
}

/**
 * Parses name and version of a source package from its file name (`name-version-release.src.rpm`), which has
 * no epoch. Where version and release are equal to the package's (`own`), so is the epoch; otherwise it is
 * unknown.
 * @internal
 */
export function parseSourceRpm(
  file: string | undefined,
  own: string,
  epoch: string | null,
): Pick<Package, 'source' | 'source_version'> {
  const match = /^(.{1,255})-([^-]{1,255})-([^-]{1,255})\.(?:no)?src(?:\.rpm)?$/.exec(
    knownField(file) ?? '',
  );
  if (match === null) return { source: null, source_version: null };
  const [, source = '', rawVersion = '', release = ''] = match;
  const [, fileEpoch, version = rawVersion] = /^(\d{1,9}):(.+)$/.exec(rawVersion) ?? [];
  const inherited = `${version}-${release}` === own ? epoch : null;
  return { source, source_version: joinVersion(fileEpoch ?? inherited, version, release) };
}
