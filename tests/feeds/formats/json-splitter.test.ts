import { describe, expect, it } from 'vitest';
import { createJsonSplitter, type JsonChunk } from '../../../src/feeds/formats/json-splitter.js';

function split(
  chunks: readonly string[],
  lists: readonly string[] = ['list'],
  most = 10_000,
): JsonChunk[] {
  const splitter = createJsonSplitter(new Set(lists), most);
  const pieces = chunks.flatMap((chunk) => splitter.push(chunk));
  splitter.end();
  return pieces;
}

const VALUE = {
  'a "key", with \\ and : and }': {
    deep: [{ x: ['}', ']', '{"', '\\'] }],
    text: 'say "hi", \\" {[',
  },
  list: [1, -2.5e3, null, true, 'a,b]', { y: [] }, [], ['z', { list: [1] }]],
  other: [1, 2],
  number: 7,
  nothing: null,
  no: false,
  empty: {},
  text: '',
  unicode: '\u20ac\ud83d\ude00',
};

describe('a large JSON object', () => {
  it('falls into the values of its keys, and of its lists into their elements, however it is cut', () => {
    const expected: [string, unknown][] = Object.entries(VALUE).flatMap(([key, value]) =>
      key === 'list'
        ? VALUE.list.map((element): [string, unknown] => [key, element])
        : [[key, value] as [string, unknown]],
    );
    for (const text of [JSON.stringify(VALUE), JSON.stringify(VALUE, null, '\t')]) {
      for (let at = 0; at <= text.length; at += 1) {
        const pieces = split([text.slice(0, at), text.slice(at)]);
        expect(pieces.map((piece) => [piece.key, JSON.parse(piece.text) as unknown])).toEqual(
          expected,
        );
      }
      expect(
        split([...text]).map(({ key, text: piece }) => [key, JSON.parse(piece) as unknown]),
      ).toEqual(expected);
    }
  });

  it('may be empty, or hold empty lists', () => {
    expect(split(['{}'])).toEqual([]);
    expect(split(['{"list":[]}'])).toEqual([]);
    expect(split([' \n{ "list" : [ ] , "a" : 1 } \n'])).toEqual([{ key: 'a', text: '1 ' }]);
  });

  it('cuts a list only where it is asked to, and only the outermost', () => {
    expect(split(['{"list":{"list":[1,2]},"b":[1]}'])).toEqual([
      { key: 'list', text: '{"list":[1,2]}' },
      { key: 'b', text: '[1]' },
    ]);
  });

  const bad: [string, string][] = [
    ['', 'malformed'],
    ['  ', 'malformed'],
    ['[]', 'malformed'],
    ['7', 'malformed'],
    ['"x"', 'malformed'],
    ['{}{}', 'malformed'],
    ['{} x', 'malformed'],
    ['{"a" 1}', 'malformed'],
    ['{"a":1]', 'malformed'],
    ['{"list":[1}', 'malformed'],
    ['{1:2}', 'malformed'],
    ['{,}', 'malformed'],
    ['{"\\x":1}', 'malformed'],
    ['{', 'truncated'],
    ['{"a', 'truncated'],
    ['{"a":', 'truncated'],
    ['{"a":[1,2', 'truncated'],
    ['{"a":"x}', 'truncated'],
    ['{"list":[1', 'truncated'],
    ['{"list":[1]', 'truncated'],
  ];
  it.each(bad)('%j is refused as %s', (text, code) => {
    expect(() => split([text])).toThrow(
      expect.objectContaining({ name: 'FormatError', code }) as Error,
    );
  });

  it('is refused where it is nested too deep', () => {
    expect(split([`{"a":${'['.repeat(60)}${']'.repeat(60)}}`])).toHaveLength(1);
    expect(() => split([`{"a":${'['.repeat(70)}`])).toThrow('nested deeper than 64 levels');
  });

  it('is refused where one piece is too large, before it has come whole', () => {
    expect(split([`{"a":"${'x'.repeat(90)}"}`], [], 100)).toHaveLength(1);
    const splitter = createJsonSplitter(new Set(), 100);
    splitter.push('{"a":"');
    expect(() => {
      for (let i = 0; i < 20; i += 1) splitter.push('x'.repeat(10));
    }).toThrow('a record is larger than 100 characters');
  });
});
