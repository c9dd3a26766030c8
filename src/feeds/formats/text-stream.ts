import { FormatError } from './format.js';

const MAX_LINE_LENGTH = 10_000;

/** `isCut`: it is one line, the last, and has no end. */
export interface LineBlock {
  lines: string[];
  isCut: boolean;
}

/** The lines of a text that comes in chunks, without their ends; those of one chunk together. A line that is too long throws FormatError. */
export async function* lineBlocks(
  text: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<LineBlock> {
  let rest = '';
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE_LENGTH || lines.some((line) => line.length > MAX_LINE_LENGTH))
      throw new FormatError('malformed', 'a line is too long');
    yield {
      lines: lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line)),
      isCut: false,
    };
  }
  if (rest !== '') yield { lines: [rest], isCut: true };
}
