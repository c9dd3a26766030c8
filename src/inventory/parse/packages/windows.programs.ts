import type { Package, ParsedPackages } from '../../inventory.js';
import { jsonLines, jsonText, type JsonObject } from '../json-lines.js';
import { collectPackages, makePackage } from './packages.js';
import { parseBytes } from '../text.js';

const VIEWS: Readonly<Record<string, string>> = { '32': 'x86', '64': 'x64' };

/** Reads the programs of both registry views: a JSON object a line with `name`, `version`, `publisher`, `date` (yyyymmdd), `size` (KiB), `view` (32 or 64). */
export function parseWindowsPrograms(section: string): ParsedPackages {
  return collectPackages(jsonLines(section), readProgram, (program) => jsonText(program?.name));
}

/** Reads the installed updates: a JSON object a line with `id` (`KB5034441`) and `date` (yyyymmdd). An update has no version. */
export function parseWindowsHotfixes(section: string): ParsedPackages {
  return collectPackages(jsonLines(section), readHotfix, (hotfix) => jsonText(hotfix?.id));
}

function readProgram(program: JsonObject | null): Package | null {
  const name = jsonText(program?.name);
  if (program === null || name === null) return null;
  return makePackage('windows', name, jsonText(program.version) ?? '', {
    architecture: VIEWS[jsonText(program.view) ?? ''] ?? null,
    vendor: jsonText(program.publisher),
    size: parseBytes(jsonText(program.size) ?? undefined, 1024),
    installed_at: day(jsonText(program.date)),
  });
}

function readHotfix(hotfix: JsonObject | null): Package | null {
  const id = jsonText(hotfix?.id);
  if (hotfix === null || id === null || !/^KB\d{1,10}$/i.test(id)) return null;
  return makePackage('windows', id.toUpperCase(), '', {
    vendor: 'Microsoft Corporation',
    installed_at: day(jsonText(hotfix.date)),
  });
}

/** Midnight UTC of a day written yyyymmdd, in Unix seconds; null for anything else (installers write what they like). */
function day(date: string | null): number | null {
  const match = /^(\d{4})(\d{2})(\d{2})$/.exec(date ?? '');
  if (match === null) return null;
  const [year, month, dayOfMonth] = match.slice(1).map(Number) as [number, number, number];
  const time = new Date(Date.UTC(year, month - 1, dayOfMonth));
  const isReal =
    time.getUTCMonth() === month - 1 && time.getUTCDate() === dayOfMonth && year >= 1970;
  return isReal ? time.getTime() / 1000 : null;
}
