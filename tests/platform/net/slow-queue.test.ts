import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSlowQueue } from '../../../src/platform/net/slow-queue.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('the slow queue runs one piece of work per interval, in the order of the calls', () => {
  const queue = createSlowQueue(10);
  const ran: string[] = [];
  const add = (name: string): void => queue.add(() => void ran.push(name));
  add('a');
  add('b');
  expect(ran).toEqual([]);
  vi.advanceTimersByTime(10);
  expect(ran).toEqual(['a']);
  vi.advanceTimersByTime(10);
  expect(ran).toEqual(['a', 'b']);
  add('c');
  vi.advanceTimersByTime(9);
  expect(ran).toEqual(['a', 'b']);
  vi.advanceTimersByTime(1);
  expect(ran).toEqual(['a', 'b', 'c']);
  expect(vi.getTimerCount()).toBe(0);
});

it('the slow queue runs work that is added during its work in a later interval', () => {
  const queue = createSlowQueue(10);
  let runs = 0;
  const again = (): void => {
    runs += 1;
    if (runs < 3) queue.add(again);
  };
  queue.add(again);
  vi.advanceTimersByTime(20);
  expect(runs).toBe(2);
  vi.advanceTimersByTime(10);
  expect(runs).toBe(3);
});
