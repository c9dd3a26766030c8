import { expect, it } from 'vitest';
import { progressOf } from '../../../src/console/screens/settings/feeds/feed-progress.js';

const none = { bytes: 0, total: null, records: 0 };

it.each([
  [{ ...none, step: 'waiting' as const }, 'waiting', null],
  [{ ...none, step: 'fetching' as const, bytes: 2_500_000 }, 'fetching 2.5 MB', null],
  [
    { ...none, step: 'fetching' as const, bytes: 25_000_000, total: 100_000_000 },
    'fetching 25.0 MB of 100.0 MB',
    0.25,
  ],
  [{ ...none, step: 'fetching' as const, bytes: 3, total: 2 }, 'fetching 0.0 MB of 0.0 MB', 1],
  [{ ...none, step: 'loading' as const, records: 12_345 }, 'loading, 12,345 records', null],
  [{ ...none, step: 'judging' as const, total: 0 }, 'matching the hosts', null],
])('the progress %j of a feed reads "%s", part %s', (progress, text, part) => {
  expect(progressOf(progress)).toEqual({ text, part });
});
