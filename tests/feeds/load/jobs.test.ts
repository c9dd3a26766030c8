import { expect, it } from 'vitest';
import { FeedError, feedFailureText } from '../../../src/feeds/load/jobs.js';

it.each<[unknown, RegExp]>([
  [new FeedError('truncated', 'The file ends too early'), /^The file ends too early$/],
  [
    Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' }),
    /No space left on the disk/,
  ],
  [Object.assign(new Error('write'), { code: 'ENOSPC' }), /No space left on the disk/],
  [
    Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_READ' }),
    /see the service log/,
  ],
  [new TypeError('x is undefined'), /see the service log/],
])('describes why a feed was not updated: %s', (failure, text) => {
  expect(feedFailureText(failure)).toMatch(text);
});
