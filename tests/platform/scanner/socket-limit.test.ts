import { describe, expect, it } from 'vitest';
import {
  createSocketLimit,
  descriptorBudget,
  lowerLimit,
  raiseLimit,
  shareOf,
} from '../../../src/platform/scanner/socket-limit.js';
import {
  parseSoftLimit,
  readDescriptorBudget,
} from '../../../src/platform/scanner/socket-limit.js';

describe('socket limit', () => {
  it.each([
    [1_024, 30, undefined, 738],
    [20_000, 40, undefined, 14_960],
    [1_048_576, 40, undefined, 16_384],
    [1_048_576, 40, 100, 100],
    [256, 30, undefined, 162],
    [64, 40, undefined, 8],
    [1_024, 30, 5_000, 738],
  ])('a limit of %i with %i in use (requested: %s) leaves %i', (soft, inUse, asked, expected) => {
    expect(descriptorBudget(soft, inUse, asked)).toBe(expected);
  });

  it('parses the limit in the format of the kernel', () => {
    expect(
      parseSoftLimit(
        'Max processes             10   20  processes\n' +
          'Max open files            1024                 524288               files\n',
      ),
    ).toBe(1_024);
    expect(
      parseSoftLimit('Max open files            unlimited            unlimited            files'),
    ).toBeGreaterThan(1e9);
    expect(parseSoftLimit('nonsense')).toBe(256);
    expect(readDescriptorBudget(50)).toBeLessThanOrEqual(50);
  });

  it('falls when the system refuses, and recovers in steps', () => {
    const allowance = createSocketLimit(1_000);
    lowerLimit(allowance, 400, 0);
    expect(allowance.limit).toBe(300);
    raiseLimit(allowance, 50);
    expect(allowance.limit).toBe(300);
    raiseLimit(allowance, 100);
    expect(allowance.limit).toBe(330);
    lowerLimit(allowance, 0, 200);
    expect(allowance.limit).toBe(8);
    for (let now = 300; now < 20_000; now += 1) {
      if (allowance.limit < 1_000) allowance.raisedAt = 0;
      raiseLimit(allowance, now);
    }
    expect(allowance.limit).toBe(1_000);
  });

  it('reserves an eighth for a new key with one key, and is shared by two', () => {
    expect(shareOf(800, 1)).toBe(700);
    expect(shareOf(800, 2)).toBe(350);
    expect(shareOf(8, 100)).toBe(1);
  });
});
