import type { Parsed } from '../../inventory.js';
import { field, lines } from '../text.js';

const MAX_NAMES = 2_000;
const MAX_LENGTH = 256 * 1024;
const MAX_NAME = 256;

/** Parses names, one on a line: removed packages, enabled repositories. The first 2,000. */
export function parseNameLines(text: string): Parsed<string[]> {
  const names = [...lines(text.slice(0, MAX_LENGTH))].flatMap(
    (line) => field(line, MAX_NAME) ?? [],
  );
  return { value: names.slice(0, MAX_NAMES), warnings: [] };
}
