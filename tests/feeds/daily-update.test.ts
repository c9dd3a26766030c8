import { expect, it } from 'vitest';
import { createDailyUpdate } from '../../src/feeds/daily-update.js';
import { heldClock, NOW } from '../support/database.js';
import { zipOf } from '../support/archives.js';
import { osv, testKnowledge } from '../support/knowledge.js';

const DAY = 86_400;
const debian = zipOf([{ name: '1.json', data: osv('DEBIAN-CVE-2026-1', 'bash', null) }]);

it('what was fetched before is fetched again after a day; what was sent, or just failed, is not', async () => {
  const knowledge = testKnowledge();
  await knowledge.load('osv-debian', debian, { address: 'http://127.0.0.1:1/' });
  await knowledge.load(
    'kev',
    JSON.stringify({
      catalogVersion: '2026.01.01',
      count: 1,
      vulnerabilities: [{ cveID: 'CVE-2026-1', dateAdded: '2026-01-01', dueDate: '2026-02-01' }],
    }),
  );
  const clock = heldClock(NOW);
  const asked: string[] = [];
  const refresher = createDailyUpdate({
    knowledge: knowledge.sqlite,
    installation: 'x',
    clock,
    feeds: {
      update: async (feed) => {
        asked.push(feed);
        throw new Error('no');
      },
    },
    log: { error: () => undefined },
  });
  await refresher.updateDue();
  expect(asked).toEqual([]);
  clock.pass(DAY + 7200);
  await refresher.updateDue();
  expect(asked).toEqual(['osv-debian']);
  clock.pass(60);
  await refresher.updateDue();
  expect(asked).toHaveLength(1);
  clock.pass(3600);
  await refresher.updateDue();
  expect(asked).toHaveLength(2);
});
