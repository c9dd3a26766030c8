import { FormatError } from './format.js';
import { createSplitter, type Piece } from './json-splitter.js';

const LARGEST_RECORD = 32 * 1024 * 1024;

/** The pieces of one large JSON object as its text arrives; see createSplitter. */
export async function* piecesOf(
  text: Iterable<string> | AsyncIterable<string>,
  lists: readonly string[],
): AsyncGenerator<Piece> {
  const splitter = createSplitter(new Set(lists), LARGEST_RECORD);
  for await (const chunk of text) yield* splitter.push(chunk);
  splitter.end();
}

/** A piece as a value. One that is no JSON makes the whole file none. */
export function valueOf({ text }: Pick<Piece, 'text'>): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new FormatError('malformed', 'a value in the file is no JSON');
  }
}
