import { expect, it } from 'vitest';
import { toCsv } from '../../../src/console/parts/table/csv.js';

it.each([
  [['a', 'b'], 'a,b'],
  [['', '1,5'], ',"1,5"'],
  [['say "hi"', 'two\nlines'], '"say ""hi""","two\nlines"'],
  [['=cmd()', '+1'], "'=cmd(),'+1"],
  [['-1', '@x'], "'-1,'@x"],
])('the cells %j are %j as CSV', (cells, line) => {
  expect(toCsv([cells])).toBe(`${line}\r\n`);
});
