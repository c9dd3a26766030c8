import type { Parsed } from '../../inventory.js';
import { field, lines } from '../text.js';

const MAX_LENGTH = 64 * 1024;
const MAX_QUOTED_LENGTH = 200;
const WARNING = /^(?:\S{1,100}: )?warning: /i;
const LEFT_OUT = /skip|damaged|corrupt|invalid|\bbad\b/i;
/** The dynamic loader speaks in the name of every program (ld.so(8)). */
const LOADER = /^ERROR: ld\.so: /;

/**
 * Parses what a package manager wrote beside its list. The value is whether the list may lack packages: each
 * line counts, except warnings that name no entry, and the loader's lines.
 */
export function parseToolErrors(text: string): Parsed<boolean> {
  for (const line of lines(text.slice(0, MAX_LENGTH))) {
    const quoted = field(line, MAX_QUOTED_LENGTH);
    if (quoted === null || isHarmless(quoted)) continue;
    return { value: true, warnings: [`the package list may lack packages: ${quoted}`] };
  }
  return { value: false, warnings: [] };
}

const isHarmless = (line: string): boolean =>
  LOADER.test(line) || (WARNING.test(line) && !LEFT_OUT.test(line));
