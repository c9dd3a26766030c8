import { FormatError, type FeedFile } from './format.js';

const MAX_LINE_LENGTH = 10_000;

/** Returns the whole text of a file. Throws FormatError if it has more than `maxLength` characters. */
export async function readAllText({ text, path }: FeedFile, maxLength: number): Promise<string> {
  const chunks: string[] = [];
  let length = 0;
  for await (const chunk of text) {
    length += chunk.length;
    if (length > maxLength)
      throw new FormatError(
        'too_large',
        `${path === '' ? 'The file' : path} is larger than ${maxLength} characters`,
      );
    chunks.push(chunk);
  }
  return chunks.join('');
}

export interface LineBlock {
  lines: string[];
  /** true: the only line is the last one of the text, and has no line end */
  isCut: boolean;
}

/** Yields the lines of each chunk, without line ends. Throws FormatError if a line is too long. */
export async function* lineBlocks(
  text: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<LineBlock> {
  let rest = '';
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE_LENGTH || lines.some((line) => line.length > MAX_LINE_LENGTH))
      throw new FormatError('malformed', 'A line is too long');
    yield {
      lines: lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line)),
      isCut: false,
    };
  }
  if (rest !== '') yield { lines: [rest], isCut: true };
}
