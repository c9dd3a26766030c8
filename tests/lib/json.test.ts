import { describe, expect, it } from 'vitest';
import { JsonLimitError, parseJsonText } from '../../src/lib/json.js';

describe('parseJsonText', () => {
  it.each([
    ['{"a":[1,{"b":null}]}', { a: [1, { b: null }] }],
    ['"[[[["', '[[[['],
    ['{"a":"\\"[[[[{{{{"}', { a: '"[[[[{{{{' }],
    ['["\\\\",[[1]]]', ['\\', [[1]]]],
    ['[[],[],[],[],[]]', [[], [], [], [], []]],
  ])('parses %s', (text, value) => {
    expect(parseJsonText(text, { maxDepth: 4 })).toEqual(value);
  });

  it.each([
    ['brackets', '['.repeat(5)],
    ['objects', '{"a":'.repeat(5)],
    ['both, after a string with quotes', `["\\\\\\"", ${'[{"a":'.repeat(3)}`],
    ['a complete document', `${'['.repeat(5)}${']'.repeat(5)}`],
  ])('refuses %s that are nested too deep', (_what, text) => {
    expect(() => parseJsonText(text, { maxDepth: 4 })).toThrow(JsonLimitError);
  });

  it('refuses millions of brackets without parsing them', () => {
    const parsed: string[] = [];
    const reviver = (key: string, value: unknown): unknown => {
      parsed.push(key);
      return value;
    };
    const text = `${'['.repeat(20_000_000)}${']'.repeat(20_000_000)}`;
    expect(() => parseJsonText(text, { reviver })).toThrow(JsonLimitError);
    expect(parsed).toEqual([]);
  });

  it('refuses a text that is too long, and repeats nothing of it', () => {
    const parse = () => parseJsonText('{"password":"secret"}', { maxLength: 10 });
    expect(parse).toThrow(JsonLimitError);
    expect(parse).toThrow(/^longer than 10 characters$/);
  });

  it('throws the SyntaxError of invalid JSON', () => {
    expect(() => parseJsonText('{"a":')).toThrow(SyntaxError);
    expect(() => parseJsonText('{"a":')).not.toThrow(JsonLimitError);
  });

  it('parses as deep as allowed', () => {
    const text = `${'['.repeat(64)}${']'.repeat(64)}`;
    expect(JSON.stringify(parseJsonText(text))).toBe(text);
  });
});
