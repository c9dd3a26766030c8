import { expect, it } from 'vitest';
import { createMatcher } from '../../../src/vulnerabilities/matching/matcher.js';
import { zipOf } from '../../support/archives.js';
import { osv, testKnowledge } from '../../support/knowledge.js';

const pkg = (version: string) => ({
  format: 'dpkg',
  name: 'a',
  version,
  architecture: 'amd64',
  source: 'a',
  source_version: version,
  module: null,
});

it('a record with the last affected version is stored and matched with it', async () => {
  const knowledge = testKnowledge();
  const fixed = osv('DEBIAN-CVE-2026-1', 'a', '2');
  const lastAffected = osv('DEBIAN-CVE-2026-2', 'a', '2').replace(
    '{"fixed":"2"}',
    '{"last_affected":"1.4"}',
  );
  await knowledge.load(
    'osv-debian',
    zipOf([fixed, lastAffected].map((data, n) => ({ name: `${n}.json`, data }))),
  );
  const matches = createMatcher(knowledge).matchPackages(['Debian:12'], [pkg('1.4'), pkg('1.5')]);
  expect(
    matches.map((found) =>
      found
        .map(({ fact }) => [
          fact.vulnerability_id,
          fact.fixed_version,
          fact.basis.last_affected ?? null,
        ])
        .sort(),
    ),
  ).toEqual([
    [
      ['CVE-2026-1', '2', null],
      ['CVE-2026-2', null, '1.4'],
    ],
    [['CVE-2026-1', '2', null]],
  ]);
});
