// cspell:ignore debain nvdd reprot sacn
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closestMatch, didYouMean, editDistance } from '../../src/lib/closest-match.js';

describe('closest match of a misspelt name', () => {
  it.each([
    ['SCAN_DENNY', ['SCAN_ALLOW', 'SCAN_DENY'], 'SCAN_DENY'],
    ['port', ['HOST', 'PORT'], 'PORT'],
    ['DATADIR', ['DATA_DIR', 'PORT'], 'DATA_DIR'],
    ['sacn', ['scan', 'serve'], 'scan'],
    ['debian', ['osv-debian', 'debian-tracker'], 'osv-debian'],
    ['nvdd', ['kev', 'nvd'], 'nvd'],
    ['osv_debain', ['osv-ubuntu', 'osv-debian'], 'osv-debian'],
    ['reprot', ['report', 'rekey'], 'report'],
    ['RATE_LIMIT', ['RATE_LIMIT_PER_MINUTE', 'PORT'], 'RATE_LIMIT_PER_MINUTE'],
    ['accept', ['acceptances-of-all', 'acceptances-all'], 'acceptances-all'],
    ['vu', ['vulnerability'], null],
    ['PATH', ['PORT', 'HOST'], null],
    ['ab', ['cd'], null],
    ['', ['a'], null],
    ['x'.repeat(100), ['x'.repeat(99)], null],
  ])('of %j among %j is %j', (text, candidates, expected) => {
    expect(closestMatch(text, candidates)).toBe(expected);
  });

  it('is put as a question, or is an empty text', () => {
    expect(didYouMean('sacn', ['scan'])).toBe('; did you mean "scan"?');
    expect(didYouMean('zzz', ['scan'])).toBe('');
  });
});

describe('edit distance', () => {
  it.each([
    ['', '', 0],
    ['abc', '', 3],
    ['abc', 'acb', 1],
    ['abc', 'abcd', 1],
    ['abc', 'xbc', 1],
    ['kitten', 'sitting', 3],
  ])('between %j and %j is %j', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
  });

  it('is symmetric, zero for equal texts only, and at most the longer length', () => {
    const short = fc.string({ maxLength: 8 });
    fc.assert(
      fc.property(short, short, (a, b) => {
        const distance = editDistance(a, b);
        expect(distance).toBe(editDistance(b, a));
        expect(distance === 0).toBe(a === b);
        expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
      }),
    );
  });
});
