import { describe, expect, it } from 'vitest';
import { chooseEncoding } from '../../../src/http/compression/accept-encoding.js';

describe('chooseEncoding', () => {
  const all = { br: true, gzip: true };
  it.each([
    [undefined, all, null],
    ['gzip, deflate, br', all, 'br'],
    ['gzip', all, 'gzip'],
    ['br;q=0, gzip;q=0.5', all, 'gzip'],
    ['br', { br: false, gzip: true }, null],
  ])('%j of %j: %j', (header, available, expected) => {
    expect(chooseEncoding(header, available)).toBe(expected);
  });
});
