import { describe, expect, it } from 'vitest';
import { scanWords } from '../../../src/console/parts/text/scan-words.js';

describe('a host without a known open port', () => {
  const at = 1_790_000_000;
  const others = (count: string) =>
    `${count} of 65,535 TCP ports were scanned: others may be open.`;

  it.each([
    [null, 'The ports were never scanned', 'Whether one is open is not known.', true],
    [
      { at: null, ports: null },
      'No open port is known',
      'The ports were scanned by a task that was deleted, or at a former address.',
      true,
    ],
    [{ at, ports: '1-65535' }, 'No port is open', 'All TCP ports were scanned.', false],
    [{ at, ports: '1-65534' }, 'No scanned port is open', others('65,534'), true],
    [{ at, ports: '22,80-82,443' }, 'No scanned port is open', others('5'), true],
    [
      { at, ports: '22' },
      'No scanned port is open',
      '1 of 65,535 TCP ports was scanned: others may be open.',
      true,
    ],
    [{ at, ports: '' }, 'No scanned port is open', others('0'), true],
  ])('%j', (scan, title, words, hasMore) => {
    expect(scanWords(scan)).toEqual({ title, words, hasMore });
  });
});
