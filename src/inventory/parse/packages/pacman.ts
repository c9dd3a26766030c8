import type { Package, ParsedPackages } from '../../inventory.js';
import { collectPackages, makePackage, withoutZeroEpoch } from './packages.js';
import { parseBytes, field, lines, parseWholeNumber } from '../text.js';

const WANTED = new Set(['NAME', 'VERSION', 'BASE', 'ARCH', 'INSTALLDATE', 'SIZE', 'PACKAGER']);

/** Reads the `desc` files of pacman's local database, one behind the other: `%KEY%`, a value a line, an empty line. */
export function parsePacman(text: string): ParsedPackages {
  return collectPackages(entries(text), readEntry, (entry) => field(entry.get('NAME')));
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
    if (header !== undefined) key = WANTED.has(header) ? header : undefined;
  }
  if (entry.size > 0) yield entry;
}

function readEntry(entry: Entry): Package | null {
  const name = field(entry.get('NAME'));
  const version = withoutZeroEpoch(entry.get('VERSION'));
  if (name === null || version === null) return null;
  return makePackage('pacman', name, version, {
    architecture: field(entry.get('ARCH')),
    source: field(entry.get('BASE')) ?? name,
    source_version: version,
    vendor: field(entry.get('PACKAGER')),
    installed_at: parseWholeNumber(entry.get('INSTALLDATE')),
    size: parseBytes(entry.get('SIZE'), 1),
  });
}
