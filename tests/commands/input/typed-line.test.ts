import { describe, expect, it } from 'vitest';
import { typeKeys } from '../../../src/commands/input/typed-line.js';

describe('a line typed without echo', () => {
  it.each([
    ['a character', 'a', 'b', 'ab'],
    ['a backspace', 'ab', '\u007f', 'a'],
    ['a backspace after an emoji', 'a😀', '\b', 'a'],
    ['a backspace in an empty line', '', '\u007fx', 'x'],
    ['Ctrl-U', 'abc', '\u0015d', 'd'],
    ['a cursor key', 'ab', '\u001b[A\u001bOBc', 'abc'],
    ['a bracketed paste', '', '\u001b[200~pass word\u001b[201~', 'pass word'],
    ['another control character', 'a', '\u0007\tb', 'ab'],
    ['no key', 'ab', '', 'ab'],
  ])('stays open after %s', (_name, before, input, text) => {
    expect(typeKeys(before, input)).toEqual({ text, state: 'open', rest: '' });
  });

  it.each([
    ['Enter', 'ab\r', 'ab', ''],
    ['a line feed', 'ab\n', 'ab', ''],
    ['both, which are one end', 'ab\r\ncd', 'ab', 'cd'],
    ['Ctrl-D', 'ab\u0004', 'ab', ''],
    ['Enter, with the next line typed ahead', 'ab\rcd\r', 'ab', 'cd\r'],
    ['Enter alone', '\r', '', ''],
  ])('ends with %s', (_name, input, text, rest) => {
    expect(typeKeys('', input)).toEqual({ text, state: 'done', rest });
  });

  it.each([
    ['Enter', 'a\rb\r', 'a\nb\n', 'open'],
    ['line breaks of Windows', 'a\r\nb', 'a\nb', 'open'],
    ['Ctrl-D', 'a\rb\r\u0004', 'a\nb\n', 'done'],
  ])('has several lines that end with Ctrl-D, after %s', (_name, input, text, state) => {
    expect(typeKeys('', input, 'ctrl-d')).toEqual({ text, state, rest: '' });
  });

  it('forgets what was typed before Ctrl-C', () => {
    expect(typeKeys('secret', 'x\u0003')).toEqual({ text: '', state: 'interrupted', rest: '' });
  });
});
