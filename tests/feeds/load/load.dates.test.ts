import { expect, it } from 'vitest';
import { newestFileTime } from '../../../src/feeds/load/load.js';
import { NOW } from '../../support/database.js';

it.each<[string, (string | null)[], string | null]>([
  ['no file', [], null],
  ['a file without a time', [null], null],
  [
    'several files, the newest counts',
    ['Thu, 09 Oct 2025 08:53:20 GMT', null, 'Fri, 10 Oct 2025 08:53:20 GMT'],
    '2025-10-10T08:53:20.000Z',
  ],
  ['a time in the future', ['Thu, 09 Oct 2036 08:53:20 GMT'], null],
  ['the start of 1970', ['Thu, 01 Jan 1970 00:00:00 GMT'], null],
  ['invalid dates', ['yesterday', 'Invalid Date', ''], null],
])('dates a feed by its files: %s', (_what, times, expected) => {
  expect(
    newestFileTime(
      times.map((lastModified) => ({ lastModified })),
      NOW,
    ),
  ).toBe(expected);
});
