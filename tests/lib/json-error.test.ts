import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeJsonError, findJsonError } from '../../src/lib/json-error.js';

describe('the first error of a text that is not JSON', () => {
  it.each([
    ['{"a":1,}', 1, 8],
    ['{"a" 1}', 1, 6],
    ['{\n  "a": x\n}', 2, 8],
    ['[1 2]', 1, 4],
    ['[1]]', 1, 4],
    ['{a:1}', 1, 2],
    ['<html>', 1, 1],
    ['{"a":1}{', 1, 8],
    ['[1}', 1, 3],
    ['{"a":[1,\n2,]}', 2, 3],
    ['"a\u0001"', 1, 3],
    ['{"a":"\\x"}', 1, 8],
    ['[1 "\\x"]', 1, 4],
  ])('of %j is in line %i, column %i', (text, line, column) => {
    expect(findJsonError(text)).toEqual({ line, column, isCut: false });
  });

  it.each([
    '',
    '  ',
    '{',
    '{"a',
    '{"a"',
    '{"a":',
    '{"a":1',
    '{"a":1,',
    '[',
    '[1',
    '[tru',
    '[-',
    '{"a\\',
  ])('of %j is its early end', (text) => {
    expect(findJsonError(text)).toMatchObject({ isCut: true });
  });

  it('is not found for text that is JSON, or has a wrong number only', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(findJsonError(JSON.stringify(value, null, 2))).toBeNull();
      }),
    );
    expect(findJsonError('[01]')).toBeNull();
  });

  it('is an early end for every cut object', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(), (value, n) => {
        const text = JSON.stringify(value);
        expect(findJsonError(text.slice(0, n % text.length))).toMatchObject({ isCut: true });
      }),
    );
  });

  it('is described with its place', () => {
    const describeError = (text: string) => describeJsonError(findJsonError(text));
    expect(describeError('{\n"a":}')).toBe('invalid JSON in line 2, column 5');
    expect(describeError('{\n"a":')).toBe('invalid JSON: it ends early, in line 2, column 5');
    expect(describeError('[01]')).toBe('invalid JSON');
  });
});
