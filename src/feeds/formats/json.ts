import { describeJsonError, findJsonError } from '../../lib/json-error.js';

/** Maximum nesting; the records of publishers have about ten levels. */
export const MAX_DEPTH = 64;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Shorter texts cannot have enough levels to need much memory. The parsers here do not recurse into them. */
const DEPTH_CHECKED_FROM = 256 * 1024; // characters

/**
 * Parses a text as JSON, or returns the error and whether the text ends early. The nesting of long texts is checked
 * first: a parser needs many times the memory of a bracket for each level.
 */
export function parseFeedJson(
  text: string,
): { value: unknown } | { error: string; isCut: boolean } {
  if (text.length > DEPTH_CHECKED_FROM && isTooDeep(text))
    return { error: `nested deeper than ${MAX_DEPTH} levels`, isCut: false };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    const error = findJsonError(text);
    return { error: describeJsonError(error), isCut: error?.isCut ?? false };
  }
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = findStringEnd(text, at + 1);
    // [ and {, ] and }: the codes differ in one bit
    else if ((code | 0x20) === 0x7b) depth += 1;
    else if ((code | 0x20) === 0x7d) depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/** Returns the position of the closing quote of a string whose content starts at `start`, or the end of the text. */
function findStringEnd(text: string, start: number): number {
  for (let quote = text.indexOf('"', start); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let before = quote - 1;
    while (before >= start && text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((quote - before) % 2 === 1) return quote;
  }
  return text.length;
}
