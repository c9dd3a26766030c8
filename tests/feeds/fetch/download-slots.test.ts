import { expect, it } from 'vitest';
import { createDownloadSlots } from '../../../src/feeds/fetch/download-slots.js';
import type { FeedName } from '../../../src/knowledge/records.js';

/** Slots with downloads that end on request; `begun`: those that have begun, in their order. */
function world() {
  const slots = createDownloadSlots();
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (feed: FeedName, file = ''): void =>
    void slots(feed, () => {
      begun.push(feed + file);
      return new Promise<void>((resolve) => ends.set(feed + file, resolve));
    });
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { add, end, begun, settle: () => new Promise(setImmediate) };
}

it('keeps a slot for the small feeds, then fetches distributions, then NVD', async () => {
  const { add, end, begun, settle } = world();
  for (const year of ['1', '2', '3', '4']) add('nvd', year);
  add('osv-debian');
  add('epss');
  add('kev');
  await settle();
  expect(begun).toEqual(['nvd1', 'nvd2', 'epss']);
  await end('nvd1');
  expect(begun.slice(3)).toEqual(['kev']);
  await end('epss');
  expect(begun.slice(4)).toEqual(['osv-debian']);
  await end('nvd2');
  await end('osv-debian');
  expect(begun.slice(5)).toEqual(['nvd3', 'nvd4']);
});

it('frees the slot of a download that fails', async () => {
  const slots = createDownloadSlots();
  for (let i = 0; i < 9; i += 1)
    await expect(slots('nvd', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await slots('nvd', async () => 1)).toBe(1);
});
