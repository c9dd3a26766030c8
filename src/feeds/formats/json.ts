import { describeJsonError, findJsonError } from '../../lib/json-error.js';
import { JsonLimitError, MAX_JSON_DEPTH, parseJsonText } from '../../lib/json.js';

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
