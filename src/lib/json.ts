import { describeJsonError, findJsonError } from './json-error.js';

/** Maximum nesting of JSON from outside; real documents have about ten levels. */
export const MAX_JSON_DEPTH = 64;

const QUOTE = 0x22;
const COLON = 0x3a;
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
  /**
   * different spellings of keys: an object with many keys takes a parser 50 times as long as other text of its length.
   * Default: no limit
   */
  maxKeys?: number;
  /**
   * objects, arrays and strings, keys as well: a parser makes each of them, and small ones take it ten times as long as
   * other text of their length. Default: no limit
   */
  maxParts?: number;
  /** a key that the text may not have, in any spelling */
  forbiddenKey?: string;
}

/**
 * Parses JSON from outside. Throws JsonLimitError for a text that is too long or nested too deep, and a
 * SyntaxError that names the place for invalid JSON: V8's own message quotes the text around it, which
 * may be a secret. Length and depth are checked first, because a parser takes many times the memory of
 * a bracket for each level.
 */
export function parseJsonText(
  text: string,
  {
    maxLength = Infinity,
    maxDepth = MAX_JSON_DEPTH,
    maxParts = Infinity,
    checkDepthFrom = 0,
    ...keys
  }: JsonLimits = {},
): unknown {
  if (text.length > maxLength) throw new JsonLimitError(`longer than ${maxLength} characters`);
  if (text.length >= checkDepthFrom)
    checkStructure(text, { maxDepth, maxParts }, createKeyCheck(keys));
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new SyntaxError(describeJsonError(findJsonError(text)));
  }
}

type KeyCheck = (text: string, start: number, end: number) => void;

/** Returns the check of a key between two positions of a text; undefined: all are allowed. */
function createKeyCheck({
  maxKeys = Infinity,
  forbiddenKey,
}: Pick<JsonLimits, 'maxKeys' | 'forbiddenKey'>): KeyCheck | undefined {
  if (maxKeys === Infinity && forbiddenKey === undefined) return undefined;
  const known = new Set<string>();
  return (text, start, end) => {
    const key = text.slice(start, end);
    if (known.has(key)) return;
    known.add(key);
    if (known.size > maxKeys) throw new JsonLimitError(`limited to ${maxKeys} different keys`);
    if (forbiddenKey !== undefined && isKey(key, forbiddenKey))
      throw new JsonLimitError(`not accepted with the key ${forbiddenKey}`);
  };
}

/** Whether a spelling, perhaps with escapes of six characters each, is of this key. */
function isKey(spelling: string, key: string): boolean {
  if (spelling === key) return true;
  if (!spelling.includes('\\') || spelling.length > 6 * key.length) return false;
  try {
    return JSON.parse(`"${spelling}"`) === key;
  } catch {
    return false; // the text is no JSON either
  }
}

/** Throws JsonLimitError for too many open brackets or parts, or for a key. Each character is read once. */
function checkStructure(
  text: string,
  { maxDepth, maxParts }: { maxDepth: number; maxParts: number },
  checkKey: KeyCheck | undefined,
): void {
  let depth = 0;
  let parts = 0;
  let start = 0; // of the last string
  let end = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      parts += 1;
      start = at + 1;
      end = findStringEnd(text, start);
      at = end;
    }
    // [ and {, ] and }: the codes differ in one bit
    else if ((code | 0x20) === 0x7b) {
      depth += 1;
      parts += 1;
    } else if ((code | 0x20) === 0x7d) depth -= 1;
    else if (code === COLON) checkKey?.(text, start, end);
    if (depth > maxDepth) throw new JsonLimitError(`nested deeper than ${maxDepth} levels`);
    if (parts > maxParts)
      throw new JsonLimitError(`limited to ${maxParts} objects, arrays and strings`);
  }
}

/** Returns the position of the closing quote of a string whose content starts at `start`, or the end of the text. */
export function findStringEnd(text: string, start: number): number {
  for (let quote = text.indexOf('"', start); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let before = quote - 1;
    while (before >= start && text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((quote - before) % 2 === 1) return quote;
  }
  return text.length;
}
