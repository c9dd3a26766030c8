/** How the text ends: with the line, or with Ctrl-D, as a key of several lines. */
export type TypedEnd = 'enter' | 'ctrl-d';

/** A line that is being typed, or several. `rest`: what follows its end in the same input. */
export interface TypedLine {
  text: string;
  state: 'open' | 'done' | 'interrupted';
  rest: string;
}

// Cursor keys and the marks around a paste (ECMA-48 control sequences) are not part of a secret.
const CONTROL_SEQUENCE = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|O[@-~])/g;

const BACKSPACE = new Set(['\u007f', '\b']);
const ENTER = new Set(['\r', '\n']);
const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const CTRL_U = '\u0015';

/**
 * Applies the keys of a terminal in raw mode to a line: Enter and Ctrl-D end it, Backspace removes a character,
 * Ctrl-U all, Ctrl-C interrupts. Other control characters are ignored. With the end `ctrl-d`, Enter is a line break.
 */
export function typeKeys(before: string, input: string, end: TypedEnd = 'enter'): TypedLine {
  const keys = [...input.replace(CONTROL_SEQUENCE, '')];
  let text = before;
  for (const [index, key] of keys.entries()) {
    if (key === CTRL_C) return { text: '', state: 'interrupted', rest: '' };
    if (key === CTRL_D || (end === 'enter' && ENTER.has(key)))
      return { text, state: 'done', rest: restAfter(keys, index) };
    if (key === '\n' && keys[index - 1] === '\r') continue; // one line break
    text = typeKey(text, ENTER.has(key) ? '\n' : key);
  }
  return { text, state: 'open', rest: '' };
}

function typeKey(text: string, key: string): string {
  if (BACKSPACE.has(key)) return [...text].slice(0, -1).join('');
  if (key === CTRL_U) return '';
  return key !== '\n' && /\p{Cc}/u.test(key) ? text : text + key;
}

function restAfter(keys: readonly string[], index: number): string {
  const isPair = keys[index] === '\r' && keys[index + 1] === '\n';
  return keys.slice(index + (isPair ? 2 : 1)).join('');
}
