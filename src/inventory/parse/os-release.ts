import type { Parsed } from '../inventory.js';
import { field, lines } from './text.js';

/** The name of a system. `id` and `like` identify its family. `version` is empty for rolling releases. */
export interface OsRelease {
  id: string | null;
  like: string[];
  name: string | null;
  version: string;
  codename: string | null;
  pretty: string | null;
}

const MAX_LINES = 1000;
const ASSIGNMENT = /^\s*([A-Za-z_][A-Za-z0-9_]{0,63})=(.*)$/s;

/**
 * Parses /etc/os-release (os-release(5)): shell assignments, where the last one of a name wins. Null when
 * there is no assignment.
 */
export function parseOsRelease(text: string): Parsed<OsRelease | null> {
  const { values, invalid } = parseAssignments(text);
  const warnings = invalid === 0 ? [] : [`${invalid} lines are not assignments`];
  if (values.size === 0) return { value: null, warnings };
  const value = {
    id: field(values.get('ID'))?.toLowerCase() ?? null,
    like: (field(values.get('ID_LIKE')) ?? '')
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== ''),
    name: field(values.get('NAME')),
    version: field(values.get('VERSION_ID')) ?? '',
    codename: field(values.get('VERSION_CODENAME'))?.toLowerCase() ?? null,
    pretty: field(values.get('PRETTY_NAME')),
  };
  return { value, warnings };
}

function parseAssignments(text: string): { values: Map<string, string>; invalid: number } {
  const values = new Map<string, string>();
  let invalid = 0;
  let left = MAX_LINES;
  for (const line of lines(text.replace(/^\ufeff/, ''))) {
    if (left === 0) break;
    left -= 1;
    if (/^\s*(?:#|$)/.test(line)) continue;
    const match = ASSIGNMENT.exec(line.slice(0, 4096));
    const value = match === null ? null : unquote(match[2] ?? '');
    if (match === null || value === null) invalid += 1;
    else values.set(match[1] ?? '', value);
  }
  return { values, invalid };
}

/**
 * Returns the value of a shell word without quotes, escapes and a trailing comment; null when a quote is not
 * closed. Nothing is expanded. Unquoted blanks, an error in a shell, are kept: some systems write their name
 * like that.
 * @internal
 */
export function unquote(word: string): string | null {
  let out = '';
  let quote = '';
  let at = 0;
  /** appends the character after a backslash */
  const appendEscaped = (): void => {
    at += 1;
    out += word[at] ?? '';
  };
  for (; at < word.length; at += 1) {
    const char = word[at] ?? '';
    if (quote !== '') {
      if (char === quote) quote = '';
      else if (char === '\\' && quote === '"' && '$"\\`'.includes(word[at + 1] ?? ' '))
        appendEscaped();
      else out += char;
    } else if (char === "'" || char === '"') quote = char;
    else if (char === '\\') appendEscaped();
    else if (char === '#' && /\s/.test(word[at - 1] ?? '')) break;
    else out += char;
  }
  return quote === '' ? out.trim() : null;
}
