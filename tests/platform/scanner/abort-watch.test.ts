import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { onAbort } from '../../../src/platform/scanner/abort-watch.js';

it('an abort reaches everyone who still watches, through one listener', () => {
  const controller = new AbortController();
  const told: number[] = [];
  const ends = Array.from({ length: 100 }, (_, i) =>
    onAbort(controller.signal, () => {
      told.push(i);
    }),
  );
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
  for (const end of ends.slice(2)) end();
  controller.abort();
  expect(told).toEqual([0, 1]);
});

it('two signals are two matters', () => {
  const [one, two] = [new AbortController(), new AbortController()];
  const told: string[] = [];
  onAbort(one.signal, () => {
    told.push('one');
  });
  onAbort(two.signal, () => {
    told.push('two');
  });
  two.abort();
  expect(told).toEqual(['two']);
});
