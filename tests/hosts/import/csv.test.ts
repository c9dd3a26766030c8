import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCsv } from '../../../src/hosts/import/csv.js';

const fieldsOf = (text: string, delimiter = ',') => parseCsv(text, delimiter).map((r) => r.fields);

describe('CSV', () => {
  it.each([
    [
      'plain fields',
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a last line without a line break',
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['the line breaks of old Macs', 'a\rb', [['a'], ['b']]],
    ['empty fields', ',a,\n', [['', 'a', '']]],
    ['a quoted delimiter', '"a,b",c', [['a,b', 'c']]],
    ['a quoted line break', '"a\r\nb",c', [['a\r\nb', 'c']]],
    ['doubled quotes', '"say ""hi""",c', [['say "hi"', 'c']]],
    ['an empty quoted field', '"",c', [['', 'c']]],
    ['a quote inside a plain field', 'a"b,c', [['a"b', 'c']]],
    ['empty lines', 'a\n\n\nb\n', [['a'], ['b']]],
  ])('reads %s', (_what, text, fields) => {
    expect(fieldsOf(text)).toEqual(fields);
  });

  it('counts lines, also those inside quotes', () => {
    expect(parseCsv('a\n"b\nc"\r\n\nd', ',').map(({ line }) => line)).toEqual([1, 2, 5]);
  });

  it.each([
    ['text after a quoted field', '"a"b,c\nd,e'],
    ['a quoted field without an end', '"a,c\nd,e'],
  ])('reports %s and continues at the next line', (_what, text) => {
    const [broken, next] = parseCsv(text, ',');
    expect(broken).toMatchObject({ line: 1, problem: expect.any(String) as string });
    expect(next).toEqual({ line: 2, fields: ['d', 'e'], problem: null });
  });

  it('reads back what is written by the rules of RFC 4180', () => {
    const field = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'ä') });
    const records = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { maxLength: 5 });
    fc.assert(
      fc.property(records, (rows) => {
        const text = rows
          .map((row) => row.map((f) => `"${f.replaceAll('"', '""')}"`).join(','))
          .join('\r\n');
        expect(fieldsOf(text)).toEqual(rows);
      }),
    );
  });
});
