import { describe, expect, it } from 'vitest';
import { createOldestSeq } from '../../../src/console/api/oldest-seq.js';

describe('the beginning of the connection of events', () => {
  it.each([
    { headers: [], expected: null },
    { headers: [null], expected: null },
    { headers: ['7'], expected: 7 },
    { headers: ['7', null, '5', '9'], expected: 5 },
    { headers: ['0', '3'], expected: 0 },
  ])('is before all responses: $headers', ({ headers, expected }) => {
    const oldest = createOldestSeq(() => undefined);
    for (const header of headers) oldest.note(header);
    expect(oldest.take()).toBe(expected);
  });

  it('requests everything again for a response that is older than it, and for no other', () => {
    let late = 0;
    const oldest = createOldestSeq(() => {
      late += 1;
    });
    oldest.note('7');
    oldest.take();
    oldest.note('7');
    oldest.note('8');
    expect(late).toBe(0);
    oldest.note('6');
    expect(late).toBe(1);
  });
});
