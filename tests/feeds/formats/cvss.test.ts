import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestScore, computeBaseScore } from '../../../src/feeds/formats/cvss.js';
import { feedSample } from '../../support/feed-items.js';

describe('CVSS base scores', () => {
  it('equal the scores that NVD published for 500 vectors of versions 2 and 3.1', () => {
    const rows = feedSample('cvss/nvd-2022.tsv')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split('\t'));
    expect(rows).toHaveLength(500);
    expect(
      rows.filter(([vector = '', score]) => computeBaseScore(vector) !== Number(score)),
    ).toEqual([]);
  });

  // Examples of FIRST's calculator and specification (https://www.first.org/cvss/v4.0/examples), and vectors of
  // version 3.0.
  it.each([
    ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:H/SI:H/SA:H', 10],
    ['CVSS:4.0/AV:L/AC:L/AT:P/PR:L/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N', 7.3],
    ['CVSS:4.0/AV:N/AC:L/AT:P/PR:N/UI:P/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N', 7.7],
    ['CVSS:4.0/AV:N/AC:L/AT:P/PR:N/UI:N/VC:H/VI:L/VA:L/SC:N/SI:N/SA:N', 8.3],
    ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:N/VI:N/VA:N/SC:N/SI:N/SA:N', 0],
    ['CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 9.8],
    ['CVSS:3.0/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N', 6.1],
    ['AV:N/AC:L/Au:N/C:C/I:C/A:C', 10],
    ['(AV:N/AC:L/Au:N/C:P/I:P/A:P)', 7.5],
  ])('rate %s with %d', (vector, score) => {
    expect(computeBaseScore(vector)).toBe(score);
  });

  it('ignore temporal and threat metrics', () => {
    expect(computeBaseScore('CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/E:P/RL:O')).toBe(9.8);
    expect(
      computeBaseScore('CVSS:4.0/AV:N/AC:L/AT:P/PR:N/UI:N/VC:H/VI:L/VA:L/SC:N/SI:N/SA:N/E:U'),
    ).toBe(8.3);
  });

  it.each([
    '',
    'garbage',
    'CVSS:3.1/',
    'CVSS:3.1/AV:N',
    'CVSS:4.0/AV:N',
    'CVSS:9.9/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
    'CVSS:3.1/AV:Z/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
    '7.5',
    '__proto__',
    'AV:N/'.repeat(200),
  ])('do not exist for %j', (vector) => {
    expect(computeBaseScore(vector)).toBeNull();
  });

  it('are null or from 0 to 10 for any text', () => {
    const part = fc
      .tuple(
        fc.constantFrom(
          'AV',
          'AC',
          'Au',
          'PR',
          'UI',
          'S',
          'C',
          'I',
          'A',
          'E',
          'VC',
          'SA',
          'CDP',
          'MAV',
          'U',
          'X',
          'constructor',
        ),
        fc.constantFrom('N', 'L', 'H', 'X', 'C', 'P', 'ND', 'Amber', '', 'toString'),
      )
      .map(([metric, value]) => `${metric}:${value}`);
    const vector = fc
      .tuple(
        fc.constantFrom('', 'CVSS:2.0/', 'CVSS:3.0/', 'CVSS:3.1/', 'CVSS:4.0/'),
        fc.oneof(
          fc.array(part).map((parts) => parts.join('/')),
          fc.string(),
        ),
      )
      .map(([version, rest]) => version + rest);
    fc.assert(
      fc.property(vector, (text) => {
        const score = computeBaseScore(text);
        return score === null || (score >= 0 && score <= 10);
      }),
      { numRuns: 500 },
    );
  });

  it('prefer the newest version of several vectors, then the highest score', () => {
    expect(
      bestScore([
        'AV:N/AC:L/Au:N/C:C/I:C/A:C',
        'CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
        'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
        'CVSS:3.1/AV:L/AC:H/PR:H/UI:R/S:U/C:L/I:N/A:N',
      ]),
    ).toEqual({ vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N', score: 6.1 });
    expect(bestScore([])).toBeNull();
  });
});
