import { describe, expect, it } from 'vitest';
import { createJsonSplitter, type JsonChunk } from '../../../src/feeds/formats/json-splitter.js';

function split(
  texts: readonly string[],
  lists: readonly string[] = ['list'],
  maxLength = 10_000,
): JsonChunk[] {
  const splitter = createJsonSplitter(new Set(lists), maxLength);
  const found = texts.flatMap((text) => splitter.push(text));
  splitter.end();
  return found;
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

describe('the splitter of a large JSON object', () => {
  it('returns the values of keys and the elements of lists, for input in pieces of any size', () => {
    const expected: [string, unknown][] = Object.entries(VALUE).flatMap(([key, value]) =>
      key === 'list'
        ? VALUE.list.map((element): [string, unknown] => [key, element])
        : [[key, value] as [string, unknown]],
    );
    for (const text of [JSON.stringify(VALUE), JSON.stringify(VALUE, null, '\t')]) {
      for (let at = 0; at <= text.length; at += 1) {
        const found = split([text.slice(0, at), text.slice(at)]);
        expect(found.map((chunk) => [chunk.key, JSON.parse(chunk.text) as unknown])).toEqual(
          expected,
        );
      }
      expect(
        split([...text]).map((chunk) => [chunk.key, JSON.parse(chunk.text) as unknown]),
      ).toEqual(expected);
    }
  });

  it('accepts empty objects and lists', () => {
    expect(split(['{}'])).toEqual([]);
    expect(split(['{"list":[]}'])).toEqual([]);
    expect(split([' \n{ "list" : [ ] , "a" : 1 } \n'])).toEqual([{ key: 'a', text: '1 ' }]);
  });

  it('splits the requested lists only, and only at the outermost level', () => {
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
  it.each(bad)('refuses %j as %s', (text, code) => {
    expect(() => split([text])).toThrow(
      expect.objectContaining({ name: 'FormatError', code }) as Error,
    );
  });

  it('refuses too deep nesting', () => {
    expect(split([`{"a":${'['.repeat(60)}${']'.repeat(60)}}`])).toHaveLength(1);
    expect(() => split([`{"a":${'['.repeat(70)}`])).toThrow('nested deeper than 64 levels');
  });

  it('refuses a chunk that is too large before its end', () => {
    expect(split([`{"a":"${'x'.repeat(90)}"}`], [], 100)).toHaveLength(1);
    const splitter = createJsonSplitter(new Set(), 100);
    splitter.push('{"a":"');
    expect(() => {
      for (let i = 0; i < 20; i += 1) splitter.push('x'.repeat(10));
    }).toThrow('A record is larger than 100 characters');
  });
});
