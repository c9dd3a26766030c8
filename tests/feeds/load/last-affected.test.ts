import { expect, it } from 'vitest';
import { readMigrations } from '../../../src/database/migrate.js';
import { openSqlite } from '../../../src/database/sqlite.js';
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

it('a record that was stored before is stored again with its last affected version', async () => {
  const knowledge = testKnowledge();
  const record = osv('DEBIAN-CVE-2026-1', 'a', '2');
  const records = [
    record,
    record.replaceAll('2026-1', '2026-2').replace('{"fixed":"2"}', '{"last_affected":"1.4"}'),
    osv('DEBIAN-CVE-2026-3', 'a', null),
  ];
  const archive = zipOf(records.map((data, n) => ({ name: `${n}.json`, data })));
  await knowledge.load('osv-debian', archive);
  const step = readMigrations(new URL('../../../schema/knowledge/', import.meta.url))[1];
  const writing = openSqlite(knowledge.file);
  writing.exec(`UPDATE ranges SET last_affected = NULL; ${step?.sql.split(';')[1] ?? ''}`);
  writing.close();
  expect(await knowledge.load('osv-debian', archive)).toMatchObject({ changed: true });
  expect(
    knowledge.sqlite
      .prepare(
        'SELECT a.name, r.since, r.last_affected FROM ranges r JOIN advisories a ON a.id = r.advisory_id WHERE r."until" > 2 ORDER BY 1',
      )
      .raw()
      .all(),
  ).toEqual([
    ['DEBIAN-CVE-2026-1', 1, null],
    ['DEBIAN-CVE-2026-2', 2, '1.4'],
    ['DEBIAN-CVE-2026-3', 1, null],
  ]);
});
