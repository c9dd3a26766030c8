/** Maximum length of a field; a longer name or version is not a real one. */
const MAX_FIELD_LENGTH = 512;

/** Maximum number of packages of a host; a longer list is truncated with a warning. Real hosts have up to 6,000. */
export const MAX_PACKAGES = 30_000;

// Besides control characters: invisible characters, and those that change the direction of text.
const CONTROLS = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu;

// Nearly all fields match, and are returned as they are.
const PLAIN = /^[!-~](?:[ -~]*[!-~])?$/;

/**
 * Returns a field that can be stored and shown: without control and invisible characters, trimmed, of at most
 * `max` characters; null when nothing is left.
 */
export function field(text: string | undefined, max = MAX_FIELD_LENGTH): string | null {
  if (text === undefined) return null;
  if (text.length <= max && PLAIN.test(text)) return text;
  const cleaned = text
    .slice(0, 4 * max)
    .replace(CONTROLS, ' ')
    .trim()
    .slice(0, max)
    .toWellFormed()
    .trim();
  return cleaned === '' ? null : cleaned;
}

/** As `field`, for tools that write `(none)` for an unknown value. */
export function knownField(text: string | undefined): string | null {
  const value = field(text);
  return value === '(none)' || value === 'None' ? null : value;
}

/** Parses an integer from 0 to 2^53-1; null for anything else. */
export function parseWholeNumber(text: string | undefined): number | null {
  if (text === undefined || !/^\s*\d{1,16}\s*$/.test(text.slice(0, 64))) return null;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : null;
}

/** Parses a number of units of `unit` bytes and returns bytes; null for anything else. */
export function parseBytes(text: string | undefined, unit: number): number | null {
  const value = parseWholeNumber(text);
  return value === null || !Number.isSafeInteger(value * unit) ? null : value * unit;
}

/** Yields the lines of a text without their ends (`\n` or `\r\n`). */
export function* lines(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    const found = text.indexOf('\n', from);
    const to = found === -1 ? text.length : found;
    yield text.slice(from, text[to - 1] === '\r' && to > from ? to - 1 : to);
    from = to + 1;
  }
}

/** Returns the first line that is not empty as a field, or null. */
export function firstNonEmptyLine(text: string): string | null {
  for (const line of lines(text)) {
    const value = field(line);
    if (value !== null) return value;
  }
  return null;
}
