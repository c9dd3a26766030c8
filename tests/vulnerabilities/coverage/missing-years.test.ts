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
    history.at(generation).missingYears?.(ecosystem) ?? [];
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
  expect(history.at(knowledge.generation()).missingYears?.('cpe:a')).toEqual([]);
});
