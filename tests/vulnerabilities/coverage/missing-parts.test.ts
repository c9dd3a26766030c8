import { expect, it } from 'vitest';
import { createDataHistory } from '../../../src/vulnerabilities/coverage/loaded-data.js';
import { NOW } from '../../support/database.js';
import { testKnowledge } from '../../support/knowledge.js';

const file = (id: string): string =>
  JSON.stringify({
    format: 'NVD_CVE',
    version: '2.0',
    timestamp: '2025-12-31T00:00:00.000',
    vulnerabilities: [
      {
        cve: {
          id,
          vulnStatus: 'Analyzed',
          published: '2025-01-01T00:00:00.000',
          lastModified: '2025-01-01T00:00:00.000',
          descriptions: [{ lang: 'en', value: id }],
          metrics: {},
          configurations: [],
        },
      },
    ],
  });

it('a generation lacks the years of NVD that were loaded later, also after they were loaded again', async () => {
  const knowledge = testKnowledge();
  await knowledge.load('nvd', file('CVE-2025-1'), { part: '2025' });
  await knowledge.load('nvd', file('CVE-2024-1'), { part: '2024' });
  for (let year = 2002; year <= 2023; year += 1)
    await knowledge.load('nvd', file(`CVE-${year}-1`), { part: String(year) });
  await knowledge.load('nvd', file('CVE-2024-2'), { part: '2024' });
  const history = createDataHistory(knowledge, { now: NOW, staleDays: 7 });
  const missing = (generation: number, ecosystem = 'cpe:a'): readonly string[] =>
    history.at(generation).missingParts?.(ecosystem) ?? [];
  expect(missing(1)).toContain('2024');
  expect(missing(1)).not.toContain('2025');
  expect(missing(2)).not.toContain('2024');
  expect(missing(23)).toEqual(['2023']);
  expect(missing(knowledge.generation())).toEqual([]);
  expect(missing(1, 'Debian:12')).toEqual([]);
});

it('the whole feed of NVD lacks no year', async () => {
  const knowledge = testKnowledge();
  await knowledge.load('nvd', file('CVE-2025-1'));
  const history = createDataHistory(knowledge, { now: NOW, staleDays: 7 });
  expect(history.at(knowledge.generation()).missingParts?.('cpe:a')).toEqual([]);
});

const secdb = JSON.stringify({
  distroversion: 'v3.20',
  packages: [{ pkg: { name: 'xz', secfixes: { '1.0-r0': ['CVE-2026-1'] } } }],
});

it('a release of Alpine lacks the repository that is not loaded, unless OSV has both', async () => {
  const knowledge = testKnowledge();
  const missing = (ecosystem: string): readonly string[] =>
    createDataHistory(knowledge, { now: NOW, staleDays: 7 })
      .at(knowledge.generation())
      .missingParts?.(ecosystem) ?? [];
  await knowledge.load('alpine-secdb', secdb, { part: 'v3.20-main' });
  expect([missing('Alpine:v3.20'), missing('Alpine:v3.2'), missing('Alpine:v3.21')]).toEqual([
    ['community'],
    [],
    [],
  ]);
  await knowledge.load('alpine-secdb', secdb, { part: 'v3.20-community' });
  expect(missing('Alpine:v3.20')).toEqual([]);
});

const cga = (id: string, name: string, ...ecosystems: string[]): string =>
  JSON.stringify({
    id,
    modified: '2026-01-01T00:00:00Z',
    aliases: ['CVE-2026-1'],
    affected: ecosystems.map((ecosystem) => ({
      package: { ecosystem, name },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '2-r0' }] }],
    })),
  });

it('Chainguard lacks its own packages while only records of Wolfi are loaded', async () => {
  const knowledge = testKnowledge();
  const missing = (): readonly string[] =>
    createDataHistory(knowledge, { now: NOW, staleDays: 7 })
      .at(knowledge.generation())
      .missingParts?.('Chainguard') ?? [];
  await knowledge.load('osv-wolfi', cga('CGA-1', 'xz', 'Chainguard', 'Wolfi'));
  expect(missing()).toEqual(['own packages']);
  await knowledge.load('osv-chainguard', cga('CGA-2', 'xz-fips', 'Chainguard'));
  expect(missing()).toEqual([]);
});

it('Chainguard lacks nothing if its folder was loaded into the feed of Wolfi', async () => {
  const knowledge = testKnowledge();
  await knowledge.load('osv-wolfi', cga('CGA-2', 'xz-fips', 'Chainguard'));
  const history = createDataHistory(knowledge, { now: NOW, staleDays: 7 });
  expect(history.at(knowledge.generation()).missingParts?.('Chainguard')).toEqual([]);
});
