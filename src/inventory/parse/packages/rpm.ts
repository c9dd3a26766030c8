import type { Package, ParsedPackages } from '../../inventory.js';
import { collectPackages, joinVersion, createPackage } from './packages.js';
import { parseBytes, field, knownField, lines, parseWholeNumber } from '../text.js';

const MAX_LINE_LENGTH = 4096;

/**
 * Parses `rpm -qa` with the columns name, epoch, version, release, architecture, source rpm, modularity label,
 * vendor, install time, size. Trailing columns may be missing. `gpg-pubkey` is a key and not a package, and is
 * ignored.
 */
export function parseRpm(text: string): ParsedPackages {
  return collectPackages(lines(text), parseLine, nameOf);
}

function parseLine(line: string): Package | null | 'none' {
  if (line.trim() === '') return 'none';
  if (line.length > MAX_LINE_LENGTH) return null;
  const [name, epoch, version, release, architecture, sourceRpm, module, vendor, installed, size] =
    line.split('\t');
  if (name === 'gpg-pubkey') return 'none';
  if (field(name) === null || /\s/.test(name ?? '') || knownField(version) === null) return null;
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

// A name without a tab after it may be truncated.
function nameOf(line: string): string | null {
  const end = line.indexOf('\t');
  const name = end === -1 ? null : field(line.slice(0, end));
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
