import { describeJsonError, findJsonError } from './json-error.js';

/** Maximum nesting of JSON from outside; real documents have about ten levels. */
export const MAX_JSON_DEPTH = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** A text is longer or nested deeper than JSON from outside may be. The message has nothing of the text. */
export class JsonLimitError extends SyntaxError {
  override name = 'JsonLimitError';
}

export interface JsonLimits {
  /** UTF-16 units; default: no limit, because the caller has one */
  maxLength?: number;
  /** levels of arrays and objects; default: MAX_JSON_DEPTH */
  maxDepth?: number;
  /** shorter texts may be nested deeper, as far as their length allows; default: 0 */
  checkDepthFrom?: number;
  /** as of JSON.parse */
  reviver?: ((key: string, value: unknown) => unknown) | undefined;
}

/**
 * Parses JSON from outside. Throws JsonLimitError for a text that is too long or nested too deep, and a
 * SyntaxError that names the place for invalid JSON: V8's own message quotes the text around it, which
 * may be a secret. Length and depth are checked first, because a parser takes many times the memory of
 * a bracket for each level.
 */
export function parseJsonText(
  text: string,
  { maxLength = Infinity, maxDepth = MAX_JSON_DEPTH, checkDepthFrom = 0, reviver }: JsonLimits = {},
): unknown {
  if (text.length > maxLength) throw new JsonLimitError(`longer than ${maxLength} characters`);
  if (text.length >= checkDepthFrom && isNestedDeeper(text, maxDepth))
    throw new JsonLimitError(`nested deeper than ${maxDepth} levels`);
  try {
    return JSON.parse(text, reviver) as unknown;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new SyntaxError(describeJsonError(findJsonError(text)));
  }
}

/** Whether a text has more than `maxDepth` open brackets at any position. Each character is read once. */
function isNestedDeeper(text: string, maxDepth: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = findStringEnd(text, at + 1);
    // [ and {, ] and }: the codes differ in one bit
    else if ((code | 0x20) === 0x7b) depth += 1;
    else if ((code | 0x20) === 0x7d) depth -= 1;
    if (depth > maxDepth) return true;
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
