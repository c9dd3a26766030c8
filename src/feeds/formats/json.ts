/** Deepest nesting that is read: publishers' records have about ten levels. */
export const MAX_DEPTH = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Shorter texts can't hold enough levels to take much memory, and no reader here follows them down. */
const DEPTH_CHECKED_FROM = 256 * 1024;

/** A text as JSON, or what is wrong with it. In long ones nesting is looked at first: a level takes a parser many times the memory of its bracket. */
export function parseFeedJson(text: string): { value: unknown } | { problem: string } {
  if (text.length > DEPTH_CHECKED_FROM && isTooDeep(text))
    return { problem: `nested deeper than ${MAX_DEPTH} levels` };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { problem: 'no JSON' };
  }
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = findStringEnd(text, at + 1);
    // [ { and ] }: the pairs differ in one bit
    else if ((code | 0x20) === 0x7b) depth += 1;
    else if ((code | 0x20) === 0x7d) depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/** Where the string ends whose inside begins at `from`: its closing quote, or the end of the text. */
function findStringEnd(text: string, from: number): number {
  for (let quote = text.indexOf('"', from); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let before = quote - 1;
    while (before >= from && text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((quote - before) % 2 === 1) return quote;
  }
  return text.length;
}
