import { describe, expect, it } from 'vitest';
import {
  coverageText,
  hostCoverageText,
  partWords,
} from '../../../src/vulnerabilities/coverage/coverage.text.js';
import type { PartCounts } from '../../../src/vulnerabilities/coverage/coverage-counts.js';
import type { CoveragePart } from '../../../src/vulnerabilities/coverage/coverage-part.js';

const counts = (matched: number, partly = 0, not_matched = 0): PartCounts => ({
  matched,
  partly,
  not_matched,
  not_applicable: 0,
});
const NO_PART: PartCounts = { ...counts(0), not_applicable: 6 };

describe('the coverage of several hosts in words', () => {
  it.each([
    [counts(11), counts(11), 'Packages: 11 of 11 hosts checked. Ports: 11 of 11 hosts checked.'],
    [
      counts(9, 0, 2),
      counts(11),
      'Packages: 9 of 11 hosts checked. Ports: 11 of 11 hosts checked.',
    ],
    [counts(1), counts(0, 0, 1), 'Packages: 1 of 1 host checked. Ports: 0 of 1 host checked.'],
    [
      NO_PART,
      counts(4, 1, 1),
      'Ports: 4 of 6 hosts checked, 1 partly. Packages: not part of this task.',
    ],
    [counts(6), NO_PART, 'Packages: 6 of 6 hosts checked. Ports: not part of this task.'],
    [counts(0), counts(0), ''],
    [
      counts(1_200),
      counts(1_200),
      'Packages: 1,200 of 1,200 hosts checked. Ports: 1,200 of 1,200 hosts checked.',
    ],
  ])('names packages and ports apart', (packages, services, text) => {
    expect(coverageText({ packages, services })).toBe(text);
  });
});

describe('the coverage of a host in words', () => {
  const part = (
    state: CoveragePart['state'],
    reason: CoveragePart['reason'] = null,
  ): Pick<CoveragePart, 'state' | 'reason'> => ({ state, reason });

  it.each([
    [part('matched'), part('matched'), 'Packages: checked. Ports: checked.'],
    [
      part('not_matched', 'not_collected'),
      part('matched'),
      'Packages: no inventory. Ports: checked.',
    ],
    [
      part('matched'),
      part('not_matched', 'not_collected'),
      'Packages: checked. Ports: not scanned.',
    ],
    [
      part('partly', 'unreadable'),
      part('partly', 'no_data'),
      'Packages: partly checked. Ports: partly checked.',
    ],
    [part('not_matched', 'no_data'), part('not_applicable'), 'Packages: not checked.'],
  ])('names what was checked of each', (packages, services, text) => {
    expect(hostCoverageText({ packages, services })).toBe(text);
  });

  it('has a few words for a cell', () => {
    const words = (packages: CoveragePart['state'], services: CoveragePart['state']): string =>
      partWords({ packages: part(packages), services: part(services) });
    expect(words('matched', 'matched')).toBe('checked');
    expect(words('not_matched', 'matched')).toBe('partly: ports only');
    expect(words('matched', 'not_matched')).toBe('partly: packages only');
    expect(words('partly', 'matched')).toBe('partly checked');
    expect(words('partly', 'not_matched')).toBe('partly checked');
    expect(words('not_matched', 'not_matched')).toBe('not checked');
    expect(words('not_applicable', 'matched')).toBe('ports checked');
    expect(words('matched', 'not_applicable')).toBe('packages checked');
  });
});
