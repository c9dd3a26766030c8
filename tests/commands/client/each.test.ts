import { describe, expect, it } from 'vitest';
import { actOnEach } from '../../../src/commands/client/each.js';
import { CommandError } from '../../../src/commands/output/errors.js';

const failing =
  (...bad: number[]) =>
  async (item: number): Promise<string> => {
    if (bad.includes(item)) throw new CommandError(`${item} is in use`);
    return `done ${item}`;
  };

describe('an action on several items', () => {
  it.each([
    ['none fails', [1, 2], [], ['done 1', 'done 2'], []],
    ['the first fails', [1, 2], [1], ['done 2'], [1]],
    ['one between fails', [1, 2, 3], [2], ['done 1', 'done 3'], [2]],
    ['all fail', [1, 2], [1, 2], [], [1, 2]],
    ['no item is given', [], [], [], []],
  ])('continues if %s', async (_name, items, bad, done, failed) => {
    expect(await actOnEach(items, failing(...bad))).toEqual({
      done,
      failed: failed.map((item) => ({ item, reason: `${item} is in use` })),
    });
  });

  it('rejects if the only item fails, and with an error that is no answer', async () => {
    await expect(actOnEach([1], failing(1))).rejects.toThrow('1 is in use');
    const defect = (): Promise<never> => Promise.reject(new TypeError('a defect'));
    await expect(actOnEach([1, 2], defect)).rejects.toThrow('a defect');
  });

  it('ends when the user interrupts', async () => {
    const seen: number[] = [];
    const interrupted = (item: number): Promise<never> => {
      seen.push(item);
      return Promise.reject(new CommandError('Interrupted', 130));
    };
    await expect(actOnEach([1, 2], interrupted)).rejects.toMatchObject({ exitCode: 130 });
    expect(seen).toEqual([1]);
  });
});
