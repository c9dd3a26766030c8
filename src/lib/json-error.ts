/** Where a text stops to be JSON. */
export interface JsonError {
  /** counted from 1 */
  line: number;
  column: number;
  /** true: the text ends early; false: it has a character that cannot be there */
  isCut: boolean;
}

type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | 'separator' | 'end';

interface Token {
  /** the character itself, or the kind of a longer token */
  kind: string;
  /** position after it */
  end: number;
}

const MAX_WORD_LENGTH = 6; // longer than any of them
const BLANK = /[ \t\r\n]*/y;
const SCALAR = /-?\d[\d.eE+-]*|true|false|null/y;
const ESCAPES = ['"', '\\', '/', 'b', 'f', 'n', 'r', 't', 'u'];
const WORDS = ['true', 'false', 'null', '-'];

/**
 * Finds the first error of a text that `JSON.parse` refused; null: it has none that this coarse check finds, such as
 * a number with a leading zero. It does not recurse.
 */
export function findJsonError(text: string): JsonError | null {
  const brackets: string[] = [];
  let expected: Expected = 'value';
  for (let at = skipBlanks(text, 0); at < text.length; at = skipBlanks(text, at)) {
    const token = readToken(text, at);
    if (token === null)
      return locate(text, isCutWord(text.slice(at, at + MAX_WORD_LENGTH)) ? text.length : at);
    const next = nextExpected(expected, token.kind, brackets);
    if (next === null) return locate(text, at);
    if (token.kind === 'wrong string') return locate(text, token.end);
    expected = next;
    at = token.end;
  }
  return expected === 'end' ? null : locate(text, text.length);
}

/** Returns an error as text: `invalid JSON in line 3, column 7`. */
export function describeJsonError(error: JsonError | null): string {
  if (error === null) return 'invalid JSON';
  return error.isCut
    ? `invalid JSON: it ends early, in line ${error.line}, column ${error.column}`
    : `invalid JSON in line ${error.line}, column ${error.column}`;
}

/** Whether the rest of a text is the start of a word. */
const isCutWord = (rest: string): boolean => WORDS.some((word) => word.startsWith(rest));

function skipBlanks(text: string, at: number): number {
  BLANK.lastIndex = at;
  BLANK.test(text);
  return BLANK.lastIndex;
}

function readToken(text: string, at: number): Token | null {
  const character = text[at] ?? '';
  if ('{}[],:'.includes(character)) return { kind: character, end: at + 1 };
  if (character === '"') return readString(text, at);
  SCALAR.lastIndex = at;
  return SCALAR.test(text) ? { kind: 'scalar', end: SCALAR.lastIndex } : null;
}

/**
 * A string without an end ends after the text. One with a control character or an unknown escape ends
 * there, as `wrong string`.
 */
function readString(text: string, start: number): Token {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '"') return { kind: 'string', end: at + 1 };
    if (character < ' ') return { kind: 'wrong string', end: at };
    if (character !== '\\') continue;
    at += 1;
    if (!ESCAPES.includes(text[at] ?? 'u')) return { kind: 'wrong string', end: at };
  }
  return { kind: 'cut string', end: text.length };
}

/** Returns what may follow a token; null: the token cannot be there. `brackets`: those that are open. */
function nextExpected(expected: Expected, kind: string, brackets: string[]): Expected | null {
  if (kind === 'cut string' || kind === 'wrong string')
    return ['separator', ':', 'end'].includes(expected) ? null : ':';
  switch (expected) {
    case 'key or }':
      if (kind === '}') return close(brackets);
      return kind === 'string' ? ':' : null;
    case 'key':
      return kind === 'string' ? ':' : null;
    case ':':
      return kind === ':' ? 'value' : null;
    case 'separator':
      return afterValue(kind, brackets);
    case 'value or ]':
      return kind === ']' ? close(brackets) : startValue(kind, brackets);
    case 'value':
      return startValue(kind, brackets);
    case 'end':
      return null;
  }
}

function startValue(kind: string, brackets: string[]): Expected | null {
  if (kind === '{' || kind === '[') {
    brackets.push(kind);
    return kind === '{' ? 'key or }' : 'value or ]';
  }
  if (kind !== 'string' && kind !== 'scalar') return null;
  return brackets.length === 0 ? 'end' : 'separator';
}

function afterValue(kind: string, brackets: string[]): Expected | null {
  const isObject = brackets.at(-1) === '{';
  if (kind === ',') return isObject ? 'key' : 'value';
  return kind === (isObject ? '}' : ']') ? close(brackets) : null;
}

function close(brackets: string[]): Expected {
  brackets.pop();
  return brackets.length === 0 ? 'end' : 'separator';
}

function locate(text: string, at: number): JsonError {
  const before = text.slice(0, at);
  const lastBreak = before.lastIndexOf('\n');
  return {
    line: before.split('\n').length,
    column: at - lastBreak,
    isCut: at >= text.length,
  };
}
