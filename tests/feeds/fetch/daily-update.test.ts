import { describe, expect, it } from 'vitest';
import { createFeedReadStatements } from '../../../src/feeds/feeds.statements.js';
import { createDailyUpdate, isDue, jitterSeconds } from '../../../src/feeds/fetch/daily-update.js';
import { heldClock, NOW } from '../../support/database.js';
import { zipOf } from '../../support/archives.js';
import { osv, testKnowledge } from '../../support/knowledge.js';

const DAY = 86_400;
const debian = zipOf([{ name: '1.json', data: osv('DEBIAN-CVE-2026-1', 'bash', null) }]);

it('updates a fetched feed after a day, but no uploaded one, and retries a failed update later', async () => {
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
  const requested: string[] = [];
  const dailyUpdate = createDailyUpdate({
    statements: createFeedReadStatements(knowledge.sqlite),
    installation: 'x',
    clock,
    feeds: {
      update: async (feed) => {
        requested.push(feed);
        throw new Error('no');
      },
    },
    log: { error: () => undefined },
  });
  await dailyUpdate.updateDue();
  expect(requested).toEqual([]);
  clock.pass(DAY + 7200);
  await dailyUpdate.updateDue();
  expect(requested).toEqual(['osv-debian']);
  clock.pass(60);
  await dailyUpdate.updateDue();
  expect(requested).toHaveLength(1);
  clock.pass(3600);
  await dailyUpdate.updateDue();
  expect(requested).toHaveLength(2);
});

describe('a feed', () => {
  it.each([
    [
      'fetched by a clock that was a year ahead: it is due',
      { fetchedAt: NOW + 366 * DAY, retryAt: null, attemptAt: null },
      true,
    ],
    [
      'tried by a clock that was a year ahead: it is due',
      { fetchedAt: NOW - 2 * DAY, retryAt: null, attemptAt: NOW + 366 * DAY },
      true,
    ],
    [
      'fetched some seconds ahead, before a correction of the clock: it is not due',
      { fetchedAt: NOW + 5, retryAt: null, attemptAt: NOW + 5 },
      false,
    ],
    [
      'refused, and planned for the next day: it is not due before',
      { fetchedAt: NOW - 2 * DAY, retryAt: NOW + DAY, attemptAt: null },
      false,
    ],
    [
      'never fetched, and fails until a planned time: it is not due before',
      { fetchedAt: null, retryAt: NOW + 1, attemptAt: null },
      false,
    ],
    [
      'never fetched, and failed: it is due at the planned time',
      { fetchedAt: null, retryAt: NOW, attemptAt: NOW - 1800 },
      true,
    ],
    [
      'loaded in part a minute ago: the rest is due at the planned time',
      { fetchedAt: NOW - 60, retryAt: NOW - 1, attemptAt: NOW - 1800 },
      true,
    ],
    [
      'planned by a clock that was a year ahead: it is due',
      { fetchedAt: NOW, retryAt: NOW + 366 * DAY, attemptAt: null },
      true,
    ],
    [
      'tried a minute ago, and nothing could be recorded: it is not due',
      { fetchedAt: null, retryAt: NOW - 7200, attemptAt: NOW - 60 },
      false,
    ],
    ['never fetched: it is not due', { fetchedAt: null, retryAt: null, attemptAt: null }, false],
    [
      'fetched less than a day ago: it is not due',
      { fetchedAt: NOW - DAY + 1, retryAt: null, attemptAt: null },
      false,
    ],
    [
      'fetched a day ago, without the jitter: it is not due',
      { fetchedAt: NOW - DAY, retryAt: null, attemptAt: null },
      false,
    ],
    [
      'fetched a day and the jitter ago: it is due',
      { fetchedAt: NOW - DAY - 100, retryAt: null, attemptAt: null },
      true,
    ],
    [
      'attempted a minute ago: it is not due',
      { fetchedAt: NOW - 3 * DAY, retryAt: null, attemptAt: NOW - 60 },
      false,
    ],
    [
      'attempted an hour ago: it is due',
      { fetchedAt: NOW - 3 * DAY, retryAt: null, attemptAt: NOW - 3600 },
      true,
    ],
  ])('was %s', (_when, times, due) => {
    expect(isDue(times, NOW, 100)).toBe(due);
  });

  it('has a different jitter in every installation', () => {
    const jitters = ['a', 'b', 'c'].map((installation) => jitterSeconds(installation, 'kev'));
    expect(new Set(jitters).size).toBe(3);
    expect(jitters.every((s) => s >= 0 && s < 7200)).toBe(true);
  });
});
