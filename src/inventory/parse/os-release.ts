import type { Parsed } from '../inventory.js';
import { field, lines } from './text.js';

/** What a system calls itself; `id` and `like` tell its family. `version` is empty for rolling releases. */
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

/** Reads /etc/os-release (os-release(5)): shell assignments, of which the last one wins. Null when it holds no assignment. */
export function parseOsRelease(text: string): Parsed<OsRelease | null> {
  const { values, bad } = assignments(text);
  const warnings = bad === 0 ? [] : [`${bad} lines are no assignments`];
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

function assignments(text: string): { values: Map<string, string>; bad: number } {
  const values = new Map<string, string>();
  let bad = 0;
  let left = MAX_LINES;
  for (const line of lines(text.replace(/^\ufeff/, ''))) {
    if (left-- === 0) break;
    if (/^\s*(?:#|$)/.test(line)) continue;
    const match = ASSIGNMENT.exec(line.slice(0, 4096));
    const value = match === null ? null : unquote(match[2] ?? '');
    if (match === null || value === null) bad += 1;
    else values.set(match[1] ?? '', value);
  }
  return { values, bad };
}

/**
 * A word of a shell: quotes taken off, escapes undone, a comment behind it left; null when a quote is not closed. Nothing is ever expanded.
 * Blanks without quotes, an error in a shell, are kept: some systems write their name so.
 */
export function unquote(word: string): string | null {
  let out = '';
  let quote = '';
  for (let at = 0; at < word.length; at += 1) {
    const char = word[at] ?? '';
    if (quote === "'" || quote === '"') {
      if (char === quote) quote = '';
      else if (char === '\\' && quote === '"' && '$"\\`'.includes(word[at + 1] ?? ' '))
        out += word[++at] ?? '';
      else out += char;
    } else if (char === "'" || char === '"') quote = char;
    else if (char === '\\') out += word[++at] ?? '';
    else if (char === '#' && /\s/.test(word[at - 1] ?? '')) break;
    else out += char;
  }
  return quote === '' ? out.trim() : null;
}
