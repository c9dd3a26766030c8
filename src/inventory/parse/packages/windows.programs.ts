import type { Package, ParsedPackages } from '../../inventory.js';
import { jsonLines, jsonText, type JsonObject } from '../json-lines.js';
import { collectPackages, createPackage } from './packages.js';
import { parseBytes } from '../text.js';

const VIEWS: Readonly<Record<string, string>> = { '32': 'x86', '64': 'x64' };

/**
 * Parses the programs of both registry views: one JSON object per line with `name`, `version`, `publisher`,
 * `date` (yyyymmdd), `size` (KiB), `view` (32 or 64).
 */
export function parseWindowsPrograms(section: string): ParsedPackages {
  return collectPackages(jsonLines(section), parseProgram, (program) => jsonText(program?.name));
}

/**
 * Parses the installed updates: one JSON object per line with `id` (`KB5034441`) and `date` (yyyymmdd). An
 * update has no version.
 */
export function parseWindowsHotfixes(section: string): ParsedPackages {
  return collectPackages(jsonLines(section), parseHotfix, (hotfix) => jsonText(hotfix?.id));
}

function parseProgram(program: JsonObject | null): Package | null {
  const name = jsonText(program?.name);
  if (program === null || name === null) return null;
  return createPackage('windows', name, jsonText(program.version) ?? '', {
    architecture: VIEWS[jsonText(program.view) ?? ''] ?? null,
    vendor: jsonText(program.publisher),
    size: parseBytes(jsonText(program.size) ?? undefined, 1024),
    installed_at: parseDay(jsonText(program.date)),
  });
}

function parseHotfix(hotfix: JsonObject | null): Package | null {
  const id = jsonText(hotfix?.id);
  if (hotfix === null || id === null || !/^KB\d{1,10}$/i.test(id)) return null;
  return createPackage('windows', id.toUpperCase(), '', {
    vendor: 'Microsoft Corporation',
    installed_at: parseDay(jsonText(hotfix.date)),
  });
}

/** Parses a day (yyyymmdd): midnight UTC in Unix seconds. Null for anything else: installers write any text. */
function parseDay(date: string | null): number | null {
  const match = /^(\d{4})(\d{2})(\d{2})$/.exec(date ?? '');
  if (match === null) return null;
  const [year, month, dayOfMonth] = match.slice(1).map(Number) as [number, number, number];
  const time = new Date(Date.UTC(year, month - 1, dayOfMonth));
  const isValid =
    time.getUTCMonth() === month - 1 && time.getUTCDate() === dayOfMonth && year >= 1970;
  return isValid ? time.getTime() / 1000 : null;
}
