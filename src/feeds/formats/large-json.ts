import { FormatError } from './format.js';
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

/** Parses a chunk. Invalid JSON in one chunk makes the whole file invalid: throws FormatError. */
export function parseJsonChunk({ text }: Pick<JsonChunk, 'text'>): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new FormatError('malformed', 'A value in the file is invalid JSON');
  }
}
