/** A setting of a `.env` file. */
export interface DotEnvEntry {
  key: string;
  value: string;
  /** counted from 1 */
  line: number;
}

/** A line that cannot be read. `message` follows the line's number. */
interface DotEnvError {
  line: number;
  message: string;
}

export interface ParsedDotEnv {
  entries: DotEnvEntry[];
  errors: DotEnvError[];
}

const ASSIGNMENT = /^(?:export\s+)?([A-Za-z_][\w.-]*)\s*=\s*(.*)$/;
const QUOTED = /^(["'`])((?:(?!\1).)*)\1\s*(?:#.*)?$/;

/**
 * Parses the text of a `.env` file: one `KEY=value` a line, the value optionally in quotes, `export` before it,
 * comments after `#`. Every other line is an error: a setting that is dropped in silence would be missing.
 */
export function parseDotEnv(text: string): ParsedDotEnv {
  const parsed: ParsedDotEnv = { entries: [], errors: [] };
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  for (const [index, line] of lines.entries()) {
    const content = line.trim();
    if (content === '' || content.startsWith('#')) continue;
    const read = parseLine(content);
    if ('message' in read) parsed.errors.push({ line: index + 1, message: read.message });
    else parsed.entries.push({ ...read, line: index + 1 });
  }
  return parsed;
}

function parseLine(content: string): Omit<DotEnvEntry, 'line'> | { message: string } {
  const [, key, text = ''] = ASSIGNMENT.exec(content) ?? [];
  if (key === undefined) return { message: 'is not of the form KEY=value' };
  return /^["'`]/.test(text) ? parseQuoted(key, text) : parsePlain(key, text);
}

function parseQuoted(key: string, text: string): Omit<DotEnvEntry, 'line'> | { message: string } {
  const [, quote, value] = QUOTED.exec(text) ?? [];
  if (value === undefined)
    return { message: `has a quoted value of ${key} that does not end on this line` };
  return { key, value: quote === '"' ? value.replaceAll(String.raw`\n`, '\n') : value };
}

/** A `#` inside a value could be part of it or start a comment: only quotes say which. */
function parsePlain(key: string, text: string): Omit<DotEnvEntry, 'line'> | { message: string } {
  const value = text.replace(/(?:^|\s)#(?:\s.*)?$/, '').trimEnd();
  return value.includes('#')
    ? { message: `has a value of ${key} that contains #; put the value in quotes` }
    : { key, value };
}
