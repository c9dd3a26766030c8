import { describe, expect, it } from 'vitest';
import { parseCsvRows } from '../../../src/feeds/formats/csv.js';

describe('rows of CSV (RFC 4180)', () => {
  const cases: [string, string, string[][]][] = [
    [
      'plain cells',
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'Windows line ends, also at the end',
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'empty cells',
      'a,,\n,b,',
      [
        ['a', '', ''],
        ['', 'b', ''],
      ],
    ],
    ['empty lines', 'a\n\n\nb\n', [['a'], ['b']]],
    [
      'commas, line breaks and quotes in quotes',
      '"a,b","c\r\nd","say ""hi"""\ne',
      [['a,b', 'c\r\nd', 'say "hi"'], ['e']],
    ],
    ['empty quotes', '"",""\n', [['', '']]],
    ['a quote within a cell', 'a"b,c', [['a"b', 'c']]],
    ['an empty text', '', []],
  ];
  it.each(cases)('parses %s', (_name, text, rows) => {
    expect([...parseCsvRows(text)].map(({ cells }) => cells)).toEqual(rows);
  });

  it('have the number of the line they start in', () => {
    const rows = [...parseCsvRows('a\r\n\r\n"b\nc",d\ne\n')];
    expect(rows.map(({ line }) => line)).toEqual([1, 3, 5]);
  });

  it.each(['"a', 'a,"b""', '"a""'])('refuses the open quote of %j', (text) => {
    expect(() => [...parseCsvRows(text)]).toThrow(
      expect.objectContaining({ name: 'FormatError', code: 'truncated' }) as Error,
    );
  });
});
