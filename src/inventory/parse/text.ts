/** No field of an inventory is longer; a name or version of that length is no name or version. */
export const MAX_FIELD = 512;

/** No host has more packages; a list that goes on is cut, and says so. */
export const MAX_PACKAGES = 100_000;

// Beside control characters: marks that turn the direction of text or hide in it.
const CONTROLS = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu;

// Nearly all fields are of this kind, and stay as they are.
const PLAIN = /^[!-~](?:[ -~]*[!-~])?$/;

/** A field as it may be stored and shown: no control or hidden characters, no white space around, at most `max` characters; null when nothing is left. */
export function field(text: string | undefined, max = MAX_FIELD): string | null {
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

/** The same for tools that write `(none)` where they know nothing. */
export function knownField(text: string | undefined): string | null {
  const value = field(text);
  return value === '(none)' || value === 'None' ? null : value;
}

/** A whole number from 0 to 2^53-1, or null. */
export function parseWholeNumber(text: string | undefined): number | null {
  if (text === undefined || !/^\s*\d{1,16}\s*$/.test(text.slice(0, 64))) return null;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : null;
}

/** A number of larger units as bytes, or null. */
export function parseBytes(text: string | undefined, unit: number): number | null {
  const value = parseWholeNumber(text);
  return value === null || !Number.isSafeInteger(value * unit) ? null : value * unit;
}

/** The lines of a text one by one, without their ends (`\n` or `\r\n`). */
export function* lines(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    const found = text.indexOf('\n', from);
    const to = found === -1 ? text.length : found;
    yield text.slice(from, text[to - 1] === '\r' && to > from ? to - 1 : to);
    from = to + 1;
  }
}

/** The first line that holds anything, or null. */
export function firstLine(text: string): string | null {
  for (const line of lines(text)) {
    const value = field(line);
    if (value !== null) return value;
  }
  return null;
}
