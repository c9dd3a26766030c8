import { expect, it } from 'vitest';
import { hostsDone } from '../../src/tasks/hosts-done.js';

it.each([
  ['working', 14, 5, 4, [5, 14, 0]],
  ['completed', 14, 14, 11, [3, 3, 11]],
  ['stopped', 14, 9, 6, [3, 8, 6]],
  ['failed', 14, 14, 14, [14, 14, 0]], // nothing answered: the network may be out of reach
  ['completed', 2, 2, 0, [2, 2, 0]],
] as const)(
  'counts the hosts of a task that is %s, with %i addresses, %i done and %i unanswered',
  (status, hosts_total, hosts_done, hosts_unanswered, expected) => {
    const counts = hostsDone({ status, hosts_total, hosts_done, hosts_unanswered });
    expect([counts.done, counts.total, counts.unanswered]).toEqual(expected);
  },
);
