import { describe, expect, it } from 'vitest';
import { toExpiry } from '../../src/commands/token.js';

describe('the expiry of a token', () => {
  it.each([
    ['90d', 1000 + 90 * 86_400],
    ['12h', 1000 + 12 * 3600],
    ['4w', 1000 + 4 * 604_800],
    ['0d', '0d'],
    ['90', '90'],
    ['2027-01-01T00:00:00Z', '2027-01-01T00:00:00Z'],
  ])('given as %s is %s', (text, expiry) => {
    expect(toExpiry(text, 1000)).toBe(expiry);
  });
});
