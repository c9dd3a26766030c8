import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell, csvLine } from '../../../src/lib/markup/csv.js';

const CELLS: readonly [value: string | number | null | undefined, cell: string][] = [
  ['plain', 'plain'],
  ['a=1', 'a=1'],
  ['a b', 'a b'],
  ['10.0.0.1-5', '10.0.0.1-5'],
  ['', ''],
  ['   ', '"   "'],
  [null, ''],
  [undefined, ''],
  // numbers stay numbers
  [7, '7'],
  [-7.5, '-7.5'],
  ['7', '7'],
  ['38.7', '38.7'],
  // formulas
  ['=1+1', "'=1+1"],
  ['+x,y', '"\'+x,y"'],
  ['-5', "'-5"],
  ['@x', "'@x"],
  ['=HYPERLINK("http://a.example","b")', '"\'=HYPERLINK(""http://a.example"",""b"")"'],
  // behind blanks and invisible characters
  [' =1', "' =1"],
  ['\u00a0=1', "'\u00a0=1"],
  ['\u3000=1', "'\u3000=1"],
  ['\ufeff=1', "'\ufeff=1"],
  ['\u200b=1', "'\u200b=1"],
  ['\u202e=1', "'\u202e=1"],
  ['\u0000=1', "'\u0000=1"],
  ['\t=1', '"\'\t\'=1"'],
  ['\n=1', '"\'\n\'=1"'],
  ['\r\n=1', '"\'\r\n\'=1"'],
  ['\ta', '"\'\ta"'],
  ['\ra', '"\'\ra"'],
  // full-width and small forms
  ['\uff1d1', "'\uff1d1"],
  ['\uff0b1', "'\uff0b1"],
  ['\uff0d1', "'\uff0d1"],
  ['\uff201', "'\uff201"],
  ['\ufe661', "'\ufe661"],
  ['\ufe621', "'\ufe621"],
  [' \uff1d1', "' \uff1d1"],
  // behind what ends a cell elsewhere
  ['x;=1+1', '"x;\'=1+1"'],
  ['x; \u200b=1;y;-2', '"x; \u200b\'=1;y;\'-2"'],
  ['x;\t;@1', '"x;\t;\'@1"'],
  ['x\t+1', '"x\t\'+1"'],
  ['x\n=1', '"x\n\'=1"'],
  ['x\r=1', '"x\r\'=1"'],
  ['x";=1', '"x"";\'=1"'],
  ['x;"=1', '"x;""\'=1"'],
  ['"=1', '"\'""=1"'],
  ['x;\uff1d1', '"x;\'\uff1d1"'],
  ['x;\u2a751', '"x;\'\u2a751"'],
  [';=1', '";\'=1"'],
  ['=1;=2', '"\'=1;\'=2"'],
  ['a;b', '"a;b"'],
  ['a;b=1', '"a;b=1"'],
  ['a=1 -2', 'a=1 -2'],
  // quotes
  ['a"b', '"a""b"'],
  ['a,b', '"a,b"'],
  ['a\nb', '"a\nb"'],
  ['a\r\nb', '"a\r\nb"'],
  [' x', '" x"'],
  ['x ', '"x "'],
  ['emoji 😀', 'emoji 😀'],
];

describe('a cell of CSV', () => {
  it.each(CELLS)('with the value %j is %j', (value, expected) => {
    expect(csvCell(value)).toBe(expected);
  });

  it('is one of a line that ends with CRLF', () => {
    expect(csvLine(['a', 1, null, '=b'])).toBe("a,1,,'=b\r\n");
  });

  it('leaves no formula in any part of a line that is split without regard to quotes', () => {
    const piece = fc.constantFrom(
      'x',
      '=',
      '+',
      '-',
      '@',
      ';',
      '\t',
      '\n',
      '\r',
      ' ',
      '"',
      ',',
      '\u200b',
      "'",
    );
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), (values) => {
        for (const part of csvLine(values.map((value) => `a${value}`)).split(/[;\t\r\n]/))
          expect(part).not.toMatch(/^[\s\u200b"]*[=+\-@]/);
      }),
    );
  });

  it.each(['\t', '; ', '\n=', ' ;', '='])(
    'is written in time that grows with its length: %j again and again',
    (part) => {
      expect(csvCell(part.repeat(500_000)).length).toBeGreaterThan(500_000);
    },
  );
});
