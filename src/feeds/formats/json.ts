import { describeJsonError, findJsonError } from '../../lib/json-error.js';
import { JsonLimitError, MAX_JSON_DEPTH, parseJsonText } from '../../lib/json.js';
import { FormatError } from './format.js';

/**
 * Shorter texts cannot have enough levels to need much memory, and the parsers here do not recurse into them. Feeds
 * have hundreds of thousands of records.
 */
const DEPTH_CHECKED_FROM = 256 * 1024; // characters

/**
 * Parses a text as JSON, or returns the error and whether the text ends early. Text that is nested too deep is an
 * error.
 */
export function parseFeedJson(
  text: string,
): { value: unknown } | { error: string; isCut: boolean } {
  try {
    return { value: parseJsonText(text, { checkDepthFrom: DEPTH_CHECKED_FROM }) };
  } catch (error) {
    if (error instanceof JsonLimitError)
      return { error: `nested deeper than ${MAX_JSON_DEPTH} levels`, isCut: false };
    const found = findJsonError(text);
    return { error: describeJsonError(found), isCut: found?.isCut ?? false };
  }
}

/** Returns the value of a file that is one JSON text. Throws FormatError: truncated, if it ends early, or malformed. */
export function parseWholeFile(text: string): unknown {
  const parsed = parseFeedJson(text);
  if ('error' in parsed)
    throw new FormatError(parsed.isCut ? 'truncated' : 'malformed', `The file is ${parsed.error}`);
  return parsed.value;
}

/**
 * Throws FormatError (truncated) if a file states more entries than it has.
 * @param entries names them with the field that states their number: `['products', 'total']`
 */
export function requireAllEntries(
  found: number,
  stated: unknown,
  [entries, field]: readonly [string, string],
): void {
  if (typeof stated === 'number' && stated > found)
    throw new FormatError(
      'truncated',
      `The file has ${found} of its ${stated} ${entries} (${field})`,
    );
}
