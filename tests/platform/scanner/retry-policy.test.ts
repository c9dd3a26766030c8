import { describe, expect, it } from 'vitest';
import { estimateLoss, nextWindow, triesFor } from '../../../src/platform/scanner/retry-policy.js';

describe('retry policy', () => {
  it.each([
    ['a host that never answered', 0, 0, 2],
    ['one open port', 1, 0, 3],
    ['three open ports', 3, 0, 3],
    ['a hundred answers at once', 100, 0, 3],
    ['a thousand answers at once', 1_000, 0, 2],
    ['sixty thousand answers at once', 60_000, 0, 2],
    ['one answer in fifty late', 1_000, 20, 4],
    ['one answer in ten late', 200, 20, 6],
    ['one answer in ten late, many', 5_000, 500, 7],
    ['one answer in two late: the bound', 100, 50, 8],
  ])('%s: %i answered, %i of them late: %i attempts', (_name, answered, late, tries) => {
    expect(triesFor({ answered, late }, 8)).toBe(tries);
  });

  it('respects the maximum number of attempts', () => {
    expect(triesFor({ answered: 200, late: 20 }, 3)).toBe(3);
    expect(triesFor({ answered: 0, late: 0 }, 1)).toBe(1);
  });

  it('misses less than one port in a thousand hosts', () => {
    for (const loss of [0.02, 0.05, 0.0975]) {
      const answered = 2_000;
      const tries = triesFor({ answered, late: Math.round(answered * loss) }, 20);
      expect(answered * loss ** tries).toBeLessThanOrEqual(0.0011);
    }
  });

  it('never assumes certain loss', () => {
    expect(estimateLoss({ answered: 0, late: 0 })).toBeGreaterThan(0);
    expect(estimateLoss({ answered: 10, late: 20 })).toBeLessThan(1);
  });

  it.each([
    ['no late answer', 1_000, 0, 500, 1_000],
    ['one late answer among many', 1_000, 1, 500, 1_000],
    ['many late answers', 1_000, 50, 500, 500],
    ['never below sixteen', 20, 50, 500, 16],
    ['nor above what it was', 10, 50, 500, 10],
  ])('window: %s', (_name, window, late, answered, expected) => {
    expect(nextWindow(window, late, answered)).toBe(expected);
  });
});
