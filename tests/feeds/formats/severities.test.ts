import { describe, expect, it } from 'vitest';
import { publisherSeverity } from '../../../src/feeds/formats/severities.js';

describe('publisherSeverity', () => {
  it.each([
    ['Important', 'high'],
    ['high**', 'high'],
    ['low:', 'low'],
    ['not yet assigned', null],
    ['', null],
  ])('of %j is %s', (word, severity) => {
    expect(publisherSeverity(word)).toBe(severity);
  });

  it.each([
    ['stars', `${'*'.repeat(200_000)}x`],
    ['a rating and stars', `high${'*'.repeat(200_000)}`],
  ])('is null for a word of 200 KB, and takes no time for it: %s', (_what, word) => {
    for (let i = 0; i < 1000; i += 1) expect(publisherSeverity(word)).toBeNull();
  });
});
