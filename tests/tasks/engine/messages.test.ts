import { describe, expect, it } from 'vitest';
import {
  hostFailureText,
  finalText,
  progressText,
  queuedText,
  finalStatus,
} from '../../../src/tasks/engine/messages.js';

describe('task messages', () => {
  it('show the current activity and the progress', () => {
    expect(progressText('Scanning 10.0.0.5: 312 of 1024 ports', 3, 12)).toBe(
      'Scanning 10.0.0.5: 312 of 1024 ports (3 of 12 hosts)',
    );
    expect(progressText('', 0, 1)).toBe('Working (0 of 1 host)');
  });

  it.each([
    [0, 'Queued: next to start'],
    [1, 'Queued: 1 task is ahead'],
    [3, 'Queued: 3 tasks are ahead'],
  ])('show the position in the queue with %i tasks ahead', (ahead, expected) => {
    expect(queuedText(ahead)).toBe(expected);
  });

  it('summarize the outcomes at the end', () => {
    expect(
      finalText('completed', [
        { outcome: 'done', count: 10 },
        { outcome: 'unreachable', count: 2 },
      ]),
    ).toBe('Completed: 10 done, 2 unreachable');
    expect(finalText('stopped', [{ outcome: 'stopped', count: 4 }])).toBe(
      'Stopped on request: 4 stopped',
    );
  });

  it('explain why there is no result', () => {
    const tried = { ip: '10.0.0.1', detail: 'No answer on 100 ports' };
    expect(hostFailureText([{ outcome: 'unreachable', count: 1 }], tried)).toBe(
      '10.0.0.1 returned no result (1 unreachable). No answer on 100 ports.',
    );
    expect(
      hostFailureText(
        [
          { outcome: 'unreachable', count: 2 },
          { outcome: 'not_allowed', count: 1 },
        ],
        tried,
      ),
    ).toBe(
      'None of 3 hosts returned a result: 2 unreachable, 1 not allowed. For example 10.0.0.1: No answer on 100 ports.',
    );
    expect(hostFailureText([{ outcome: 'failed', count: 2 }], undefined)).toBe(
      'None of 2 hosts returned a result: 2 failed.',
    );
  });
});

describe('finalStatus', () => {
  it.each([
    [
      [
        { outcome: 'done', count: 1 },
        { outcome: 'failed', count: 99 },
      ],
      false,
      'completed',
    ],
    [[{ outcome: 'unreachable', count: 3 }], false, 'failed'],
    [
      [
        { outcome: 'done', count: 1 },
        { outcome: 'stopped', count: 1 },
      ],
      true,
      'stopped',
    ],
    [[], false, 'failed'],
  ])('returns for %j, stopped %s: %s', (counts, isStopped, expected) => {
    expect(finalStatus(counts, isStopped)).toBe(expected);
  });
});
