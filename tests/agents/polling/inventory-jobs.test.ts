import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { InventoryOutcome } from '../../../src/agents/polling/hub.js';
import { createInventoryJobs, type JobLimits } from '../../../src/agents/polling/inventory-jobs.js';

const LIMITS: JobLimits = { maxConcurrent: 2, leaseMs: 1_000, timeoutMs: 10_000, reconnectMs: 500 };
const DONE: InventoryOutcome = { outcome: 'done', warnings: 0 };
const never = new AbortController().signal;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function jobs() {
  const given: [number, string][] = [];
  const all = createInventoryJobs(LIMITS, (hostId, line) => {
    given.push([hostId, line]);
  });
  const outcomes = new Map<number, string>();
  const request = (hostId: number, patienceMs = 0, signal: AbortSignal = never): void => {
    all.request(hostId, patienceMs, signal).then(
      ({ outcome }) => outcomes.set(hostId, outcome),
      (error: Error) => outcomes.set(hostId, error.message),
    );
  };
  return { all, given, outcomes, request, hosts: () => given.map(([hostId]) => hostId) };
}

describe('inventories that are wanted', () => {
  it('go to so many agents at one time, and to the next when one is done', () => {
    const { all, request, hosts } = jobs();
    for (const id of [1, 2, 3, 4]) request(id);
    expect(hosts()).toEqual([1, 2]);
    all.end(1, DONE);
    expect(hosts()).toEqual([1, 2, 3]);
  });

  it('do not wait for an agent that is slow, which still has its time', async () => {
    const { request, hosts, outcomes } = jobs();
    for (const id of [1, 2, 3]) request(id);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([hosts(), outcomes.size]).toEqual([[1, 2, 3], 0]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect([...outcomes]).toEqual([
      [1, 'timeout'],
      [2, 'timeout'],
      [3, 'timeout'],
    ]);
  });

  it('wait for an agent that is away, but not long', async () => {
    const { all, request, outcomes, hosts } = jobs();
    request(1, 300);
    request(2, 300);
    await vi.advanceTimersByTimeAsync(299);
    all.arrived(2);
    await vi.advanceTimersByTimeAsync(1);
    expect([[...outcomes], hosts()]).toEqual([[[1, 'agent_offline']], [2]]);
  });

  it('do not count how long they wait for a place', async () => {
    const { all, request, outcomes, hosts } = jobs();
    for (const id of [1, 2]) request(id);
    request(3, 300);
    all.arrived(3);
    await vi.advanceTimersByTimeAsync(900);
    expect([hosts(), outcomes.size]).toEqual([[1, 2], 0]);
    all.left(3);
    await vi.advanceTimersByTimeAsync(99);
    all.arrived(3);
    await vi.advanceTimersByTimeAsync(1);
    expect(hosts()).toEqual([1, 2, 3]);
  });

  it('are given again under the same id, within the same time', async () => {
    const { all, given, request, outcomes } = jobs();
    request(1);
    await vi.advanceTimersByTimeAsync(6_000);
    all.arrived(1);
    expect(given).toHaveLength(2);
    expect(given[1]).toEqual(given[0]);
    await vi.advanceTimersByTimeAsync(4_000);
    expect([...outcomes]).toEqual([[1, 'timeout']]);
  });

  it('serve all who ask, and are forgotten when the last one gives up', async () => {
    const { all, given, request } = jobs();
    const [a, b] = [new AbortController(), new AbortController()];
    request(1, 0, a.signal);
    request(1, 0, b.signal);
    const id = given[0]?.[1].split(' ')[1] ?? '';
    a.abort(new Error('enough'));
    expect(all.find(1, id)).toBeDefined();
    b.abort(new Error('enough'));
    expect(all.find(1, id)).toBeUndefined();
    await vi.advanceTimersByTimeAsync(0);
  });

  it('come again when a result could not be stored', () => {
    const { all, given, request } = jobs();
    request(1);
    const job = all.find(1, given[0]?.[1].split(' ')[1] ?? '');
    if (!job) throw new Error('it is wanted');
    all.hold(job);
    vi.advanceTimersByTime(60_000);
    expect(all.find(1, job.id)).toBeDefined();
    all.again(job);
    all.arrived(1);
    expect(given).toHaveLength(2);
  });
});
