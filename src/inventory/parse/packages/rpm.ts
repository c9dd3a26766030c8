import type { Package, ParsedPackages } from '../../inventory.js';
import { collectPackages, joinVersion, makePackage } from './packages.js';
import { parseBytes, field, knownField, lines, parseWholeNumber } from '../text.js';

const MAX_LINE = 4096;

/**
 * Reads `rpm -qa` with the columns name, epoch, version, release, architecture, source rpm, modularity label, vendor, install time, size;
 * columns may be missing at the end. `gpg-pubkey`, which is a key and no package, is left out.
 */
export function parseRpm(text: string): ParsedPackages {
  return collectPackages(lines(text), readLine, nameOf);
}

function readLine(line: string): Package | null | 'none' {
  if (line.trim() === '') return 'none';
  if (line.length > MAX_LINE) return null;
  const [name, epoch, version, release, architecture, sourceRpm, module, vendor, installed, size] =
    line.split('\t');
  if (name === 'gpg-pubkey') return 'none';
  if (field(name) === null || /\s/.test(name ?? '') || knownField(version) === null) return null;
  return makePackage(
    'rpm',
    field(name) ?? '',
    joinVersion(numeric(epoch), knownField(version) ?? '', knownField(release)),
    {
      architecture: knownField(architecture),
      ...parseSourceRpm(sourceRpm, `${version}-${release}`, numeric(epoch)),
      vendor: knownField(vendor),
      module: knownField(module),
      installed_at: parseWholeNumber(installed),
      size: parseBytes(size, 1),
    },
  );
}

// What no tab follows may be half a name.
function nameOf(line: string): string | null {
  const end = line.indexOf('\t');
  const name = end === -1 ? null : field(line.slice(0, end));
  return name === null || /[\s\ufffd]/.test(name) ? null : name;
}

function numeric(epoch: string | undefined): string | null {
  const value = parseWholeNumber(epoch);
  return value === null ? null : String(value);
}

/**
 * Name and version of a source from the name of its file (`name-version-release.src.rpm`). The file does not tell the epoch: it is the package's own
 * where version and release are the same, and not known else.
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
  const [, told, version = rawVersion] = /^(\d{1,9}):(.+)$/.exec(rawVersion) ?? [];
  const inherited = `${version}-${release}` === own ? epoch : null;
  return { source, source_version: joinVersion(told ?? inherited, version, release) };
}
