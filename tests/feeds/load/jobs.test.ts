import { expect, it } from 'vitest';
import { FeedError, feedFailureText } from '../../../src/feeds/load/jobs.js';

it.each<[unknown, RegExp]>([
  [new FeedError('truncated', 'The file ends too early'), /^The file ends too early$/],
  [
    Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' }),
    /no room left on the disk/,
  ],
  [Object.assign(new Error('write'), { code: 'ENOSPC' }), /no room left on the disk/],
  [Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_READ' }), /the log says why/],
  [new TypeError('x is undefined'), /the log says why/],
])('a feed that was not updated says why: %s', (failure, words) => {
  expect(feedFailureText(failure)).toMatch(words);
});
