import { expect, it } from 'vitest';
import { withoutStatus } from '../../../src/commands/output/final-state.js';

it.each([
  ['Completed: 1 done', 'completed', '1 done'],
  ['Stopped: 1 done, 2 skipped', 'stopped', '1 done, 2 skipped'],
  ['Queued: waiting for a free slot', 'working', 'Queued: waiting for a free slot'],
  ['Completed: 1 done', 'failed', 'Completed: 1 done'],
  ['', 'completed', ''],
])('of %j with the status %s, the rest is %j', (state, status, rest) => {
  expect(withoutStatus(state, status)).toBe(rest);
});
