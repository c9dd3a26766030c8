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
  ['\t=1', "'\t=1"],
  ['\n=1', '"\'\n=1"'],
  ['\r\n=1', '"\'\r\n=1"'],
  ['\ta', "'\ta"],
  ['\ra', '"\'\ra"'],
  // full-width and small forms
  ['\uff1d1', "'\uff1d1"],
  ['\uff0b1', "'\uff0b1"],
  ['\uff0d1', "'\uff0d1"],
  ['\uff201', "'\uff201"],
  ['\ufe661', "'\ufe661"],
  ['\ufe621', "'\ufe621"],
  [' \uff1d1', "' \uff1d1"],
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
});
