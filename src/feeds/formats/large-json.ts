import { sanitize } from './coerce.js';
import { FormatError } from './format.js';
import { describeJsonError, findJsonError } from '../../lib/json-error.js';
import { createJsonSplitter, type JsonChunk } from './json-splitter.js';

const MAX_RECORD_LENGTH = 32 * 1024 * 1024;

/** Yields the values of one large JSON object as its text arrives; see `createJsonSplitter`. */
export async function* splitLargeJson(
  text: Iterable<string> | AsyncIterable<string>,
  lists: readonly string[],
): AsyncGenerator<JsonChunk> {
  const splitter = createJsonSplitter(new Set(lists), MAX_RECORD_LENGTH);
  for await (const chunk of text) yield* splitter.push(chunk);
  splitter.end();
}

/**
 * Parses a chunk. Invalid JSON in one chunk makes the whole file invalid: throws FormatError, which names the chunk.
 */
export function parseJsonChunk({ key, text }: { key?: string; text: string }): unknown {
  try {
    return JSON.parse(text) as unknown; // the splitter has bounded its length and depth
  } catch {
    const name =
      key === undefined ? nameOfRecord(text) : `The value of ${JSON.stringify(sanitize(key, 100))}`;
    throw new FormatError(
      'malformed',
      `${name} is ${describeJsonError(findJsonError(text))} of it`,
    );
  }
}

const nameOfRecord = (text: string): string => {
  const [id] = /CVE-\d{4}-\d+/.exec(text) ?? [];
  return id === undefined ? 'A record in the file' : `The record of ${id}`;
};
