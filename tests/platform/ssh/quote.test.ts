import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shellQuote } from '../../../src/platform/ssh/quote.js';

const nasty = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom(
        `'`,
        '"',
        '\\',
        '\n',
        '$',
        '`',
        '!',
        ' ',
        '*',
        '~',
        '-',
        ';',
        '&',
        '#',
        '=',
        '\r',
        '\t',
      ),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
  })
  .map((text) => text.replaceAll('\0', ' '))
  .filter((text) => text.isWellFormed());

describe('shellQuote', () => {
  it.each([
    ['plain', 'plain'],
    ['/usr/bin/x-1.2', '/usr/bin/x-1.2'],
    ['', `''`],
    ['a b', `'a b'`],
    [`it's`, `'it'\\''s'`],
    ['~', `'~'`],
    ['$HOME', `'$HOME'`],
  ])('writes %j as %s', (arg, expected) => {
    expect(shellQuote(arg)).toBe(expected);
  });

  it('is reversed by a real shell, for any arguments', () => {
    fc.assert(
      fc.property(fc.array(nasty, { maxLength: 20 }), (args) => {
        const out = execFileSync('/bin/sh', [
          '-c',
          `printf '%s\\0' ${args.map(shellQuote).join(' ')}`,
        ]).toString('utf8');
        expect(out.split('\0').slice(0, -1)).toEqual(args.length === 0 ? [''] : args);
      }),
      { numRuns: 100 },
    );
  });

  it('rejects a NUL byte', () => {
    expect(() => shellQuote('a\0b')).toThrow(RangeError);
  });
});
