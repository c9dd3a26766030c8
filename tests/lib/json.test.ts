// cspell:ignore ecret
import { describe, expect, it, onTestFinished, vi } from 'vitest';
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
    const parse = vi.spyOn(JSON, 'parse');
    onTestFinished(() => parse.mockRestore());
    const text = `${'['.repeat(20_000_000)}${']'.repeat(20_000_000)}`;
    expect(() => parseJsonText(text)).toThrow(JsonLimitError);
    expect(parse).not.toHaveBeenCalled();
  });

  it.each([
    ['in one object', '{"a":1,"b":2,"c":3,"d":4}'],
    ['in several objects', '[{"a":1},{"b":2},{"c":{"d":4}}]'],
    ['with spaces before their colons', '{"a" \n:1,"b"\t:2,"c":3,"d" :4}'],
  ])('refuses more different keys than allowed %s, without parsing them', (_where, text) => {
    const parse = vi.spyOn(JSON, 'parse');
    onTestFinished(() => parse.mockRestore());
    expect(() => parseJsonText(text, { maxKeys: 3 })).toThrow(/^limited to 3 different keys$/);
    expect(parse).not.toHaveBeenCalled();
    expect(parseJsonText(text, { maxKeys: 4 })).toBeDefined();
  });

  it.each([
    ['objects', '[{},{},{}]'],
    ['arrays', '[[[[]]]]'],
    ['strings', '["a","b","\\"[{"]'],
    ['keys', '{"a":1,"a":2,"a":3}'],
  ])('refuses more %s than allowed, without parsing them', (_what, text) => {
    const parse = vi.spyOn(JSON, 'parse');
    onTestFinished(() => parse.mockRestore());
    expect(() => parseJsonText(text, { maxParts: 3 })).toThrow(
      /^limited to 3 objects, arrays and strings$/,
    );
    expect(parse).not.toHaveBeenCalled();
    expect(parseJsonText(text, { maxParts: 4 })).toBeDefined();
  });

  it('counts neither repeated keys nor colons in strings', () => {
    const text = '[{"a":":"},{"a":"x\\":y\\":"},{"b":["c",":","d"]}]';
    expect(parseJsonText(text, { maxKeys: 2 })).toHaveLength(3);
  });

  it.each(['{"secret":1}', '[{"a":{"\\u0073ecret":1}}]', '{"\\u0073\\u0065cr\\u0065t" : 1}'])(
    'refuses the forbidden key of %s',
    (text) => {
      expect(() => parseJsonText(text, { forbiddenKey: 'secret' })).toThrow(JsonLimitError);
    },
  );

  it('accepts a text with the forbidden key as a value', () => {
    expect(parseJsonText('{"a":"secret"}', { forbiddenKey: 'secret' })).toEqual({ a: 'secret' });
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
