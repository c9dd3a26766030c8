import { FormatError } from './format.js';

const LONGEST = 10_000;

/** The lines of a text that comes in chunks, without their ends; those of one chunk together. A line that is too long throws FormatError. */
export async function* lineBlocks(text: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string[]> {
  let rest = '';
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST || lines.some((line) => line.length > LONGEST)) throw new FormatError('malformed', 'a line is too long');
    yield lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  }
  if (rest !== '') yield [rest];
}
