import type { Package, ParsedPackages } from '../../inventory.js';
import { collectPackages, createPackage, withoutZeroEpoch } from './packages.js';
import { parseBytes, field, lines, parseWholeNumber } from '../text.js';

const KEYS = new Set(['NAME', 'VERSION', 'BASE', 'ARCH', 'INSTALLDATE', 'SIZE', 'PACKAGER']);

/** Parses the concatenated `desc` files of pacman's local database: `%KEY%`, one value per line, an empty line. */
export function parsePacman(text: string): ParsedPackages {
  return collectPackages(entries(text), parseEntry, (entry) => field(entry.get('NAME')));
}

type Entry = Map<string, string>;

function* entries(text: string): Generator<Entry> {
  let entry: Entry = new Map();
  let key: string | undefined;
  for (const line of lines(text)) {
    const header = line.length < 64 ? /^%([A-Z0-9]+)%$/.exec(line)?.[1] : undefined;
    if (header === 'NAME' && entry.size > 0) {
      yield entry;
      entry = new Map();
    }
    if (header === undefined && key !== undefined && line !== '' && !entry.has(key))
      entry.set(key, line.slice(0, 1024));
    if (header !== undefined) key = KEYS.has(header) ? header : undefined;
  }
  if (entry.size > 0) yield entry;
}

function parseEntry(entry: Entry): Package | null {
  const name = field(entry.get('NAME'));
  const version = withoutZeroEpoch(entry.get('VERSION'));
  if (name === null || version === null) return null;
  return createPackage('pacman', name, version, {
    architecture: field(entry.get('ARCH')),
    source: field(entry.get('BASE')) ?? name,
    source_version: version,
    vendor: field(entry.get('PACKAGER')),
    installed_at: parseWholeNumber(entry.get('INSTALLDATE')),
    size: parseBytes(entry.get('SIZE'), 1),
  });
}
