import { describe, expect, it } from 'vitest';
import { splitList } from '../../../src/commands/scan/targets.input.js';
import { searchedRanges } from '../../../src/commands/scan/targets.ranges.js';

describe('the ranges among the targets of a scan', () => {
  it.each([
    ['single addresses', '10.0.0.1,10.0.0.2/32,web', []],
    ['blocks and ranges', '10.0.0.0/24,10.1.0.1-5,10.2.0.1', ['10.0.0.0/24', '10.1.0.1-5']],
    ['a range twice', '10.1.0.1-5,10.1.0.1-5', ['10.1.0.1-5']],
    [
      'addresses of a range that are targets as well',
      '10.0.0.0/29,10.0.0.3,10.0.0.7',
      ['10.0.0.0-10.0.0.2', '10.0.0.4-10.0.0.6'],
    ],
    ['a range of which each address is a target', '10.0.0.1-2,10.0.0.1,10.0.0.2', []],
  ])('are %s', (_title, targets, expected) => {
    expect(searchedRanges(splitList(targets, null), [])).toEqual(expected);
  });

  it('do not contain the address of a name', () => {
    const hosts = [
      { ip: '10.0.0.1', name: 'web' },
      { ip: '10.0.0.2', name: null },
    ];
    expect(searchedRanges(splitList('10.0.0.1-2,web', null), hosts)).toEqual(['10.0.0.2-10.0.0.2']);
  });
});
