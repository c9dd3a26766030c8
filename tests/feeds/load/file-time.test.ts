import { expect, it } from 'vitest';
import { timeOfFiles } from '../../../src/feeds/load/file-time.js';

const NOW = 1_790_000_000;

it.each<[string, (string | null)[], string | null]>([
  ['none', [], null],
  ['one that nobody dates', [null], null],
  [
    'the newest of several',
    ['Thu, 09 Oct 2025 08:53:20 GMT', null, 'Fri, 10 Oct 2025 08:53:20 GMT'],
    '2025-10-10T08:53:20.000Z',
  ],
  ['one of the future, which is a wrong clock', ['Thu, 09 Oct 2036 08:53:20 GMT'], null],
  ['one of 1970, which is no date', ['Thu, 01 Jan 1970 00:00:00 GMT'], null],
  ['what is no date at all', ['yesterday', 'Invalid Date', ''], null],
])('the time of files: %s', (_what, times, expected) => {
  expect(
    timeOfFiles(
      times.map((lastModified) => ({ lastModified })),
      NOW,
    ),
  ).toBe(expected);
});
