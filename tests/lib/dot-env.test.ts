import { describe, expect, it } from 'vitest';
import { parseDotEnv } from '../../src/lib/dot-env.js';

describe('a line of a .env file', () => {
  it.each([
    ['A=b', 'b'],
    ['  A = b  ', 'b'],
    ['export A=b', 'b'],
    ['A=', ''],
    ['A=b c', 'b c'],
    ['A=b # comment', 'b'],
    ['A= # comment', ''],
    ['A=b=c', 'b=c'],
    ['A="b # c"', 'b # c'],
    ["A='b'", 'b'],
    ['A=`it\'s "b"`', 'it\'s "b"'],
    ['A="b" # comment', 'b'],
    [String.raw`A="b\nc"`, 'b\nc'],
    [String.raw`A='b\nc'`, String.raw`b\nc`],
    ["A=it's", "it's"],
    ['\ufeffA=b\r', 'b'],
  ])('%j sets the value %j', (text, value) => {
    expect(parseDotEnv(text)).toEqual({ entries: [{ key: 'A', value, line: 1 }], errors: [] });
  });

  it.each([
    'A',
    'A: b',
    '=b',
    '1A=b',
    'A B=c',
    'A="b',
    'A="b"c',
    'A="b"c"',
    'A=b#c',
    'A=#b',
    '<html>',
  ])('%j is an error', (text) => {
    const { entries, errors } = parseDotEnv(`\n${text}\n`);
    expect([entries, errors.map(({ line }) => line)]).toEqual([[], [2]]);
  });

  it.each(['', '  ', '# A=b', '#'])('%j sets nothing', (text) => {
    expect(parseDotEnv(text)).toEqual({ entries: [], errors: [] });
  });
});
