import { describe, expect, it } from 'vitest';
import { cleanField, printable } from '../../src/lib/text.js';
import { formatDate } from '../../src/lib/times.js';

describe('printable', () => {
  it.each([
    ['nginx 1.22', 'nginx 1.22'],
    [' two\r\n\tlines ', 'two lines'],
    ['\u001b[31m red', '·[31m red'],
    ['gpj.\u202eexe', 'gpj.·exe'],
    ['a\u200bb\u00ad', 'a·b·'],
    ['café 🚀', 'café 🚀'],
    ['\ud800', '·'],
    ['\u009b2J', '·2J'],
    ['line\u2028break', 'line break'],
    ['  \n ', ''],
    ['', ''],
  ])('%j is shown as %j', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });
});

describe('cleanField', () => {
  it.each([
    ['Debian 12', 'Debian 12'],
    ['a\u0000\u0007b', 'a b'],
    ['  a  b \r\n', 'a  b'],
    ['x'.repeat(300), 'x'.repeat(200)],
    ['\u0000', ''],
  ])('%j becomes %j', (text, field) => {
    expect(cleanField(text)).toBe(field);
  });

  it('cuts at the given length', () => {
    expect(cleanField('\tabcdef', 3)).toBe('abc');
  });
});

describe('formatDate', () => {
  it.each([
    [1_798_761_600, '2027-01-01'],
    [0, '1970-01-01'],
    [1e15, '1000000000000000'],
  ])('%d is %s', (seconds, date) => {
    expect(formatDate(seconds)).toBe(date);
  });
});
