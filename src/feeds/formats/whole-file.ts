import { FormatError, type FeedFile } from './format.js';

/** The whole text of a file; one of more than `most` characters throws FormatError. */
export async function readAllText({ text, path }: FeedFile, most: number): Promise<string> {
  const pieces: string[] = [];
  let length = 0;
  for await (const piece of text) {
    length += piece.length;
    if (length > most)
      throw new FormatError(
        'too_large',
        `${path === '' ? 'the file' : path} is larger than ${most} characters`,
      );
    pieces.push(piece);
  }
  return pieces.join('');
}
