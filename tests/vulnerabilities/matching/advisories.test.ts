import { expect, it } from 'vitest';
import { createAdvisoryReader } from '../../../src/vulnerabilities/matching/advisories.js';
import { range, record, createKnowledge, storeFeed } from '../../support/stored-records.js';

it('lists a notice once, although it names different vulnerabilities in another release', () => {
  const knowledge = createKnowledge();
  const notice = (release: string, ...vulnerabilities: string[]) =>
    record('USN-1-1', {
      rank: 3,
      vulnerabilities,
      ranges: [
        range('a', '2', { affectedPackage: { ecosystem: release, kind: 'source', name: 'a' } }),
      ],
    });
  storeFeed(knowledge, 'osv-ubuntu', '1', [
    notice('Ubuntu:22.04:LTS', 'CVE-2024-1'),
    notice('Ubuntu:24.04:LTS', 'CVE-2024-1', 'CVE-2024-2'),
  ]);
  expect(createAdvisoryReader(knowledge)('CVE-2024-1').map(({ name }) => name)).toEqual([
    'USN-1-1',
  ]);
});
