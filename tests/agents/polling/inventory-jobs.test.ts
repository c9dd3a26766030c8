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

function setUp() {
  const assigned: [number, string][] = [];
  const jobs = createInventoryJobs(LIMITS, (hostId, line) => {
    assigned.push([hostId, line]);
  });
  const outcomes = new Map<number, string>();
  const request = (hostId: number, reconnectMs = 0, signal: AbortSignal = never): void => {
    jobs.request(hostId, reconnectMs, signal).then(
      ({ outcome }) => outcomes.set(hostId, outcome),
      (error: Error) => outcomes.set(hostId, error.message),
    );
  };
  return { jobs, assigned, outcomes, request, hosts: () => assigned.map(([hostId]) => hostId) };
}

describe('inventory jobs', () => {
  it('assigns at most maxConcurrent jobs, and the next one when a job completes', () => {
    const { jobs, request, hosts } = setUp();
    for (const id of [1, 2, 3, 4]) request(id);
    expect(hosts()).toEqual([1, 2]);
    jobs.complete(1, DONE);
    expect(hosts()).toEqual([1, 2, 3]);
  });

  it('releases the slot of a slow agent, whose own timeout continues', async () => {
    const { request, hosts, outcomes } = setUp();
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

  it('waits for an agent without a poll for the reconnect time only', async () => {
    const { jobs, request, outcomes, hosts } = setUp();
    request(1, 300);
    request(2, 300);
    await vi.advanceTimersByTimeAsync(299);
    jobs.onPoll(2);
    await vi.advanceTimersByTimeAsync(1);
    expect([[...outcomes], hosts()]).toEqual([[[1, 'agent_offline']], [2]]);
  });

  it('does not count the wait for a slot as reconnect time', async () => {
    const { jobs, request, outcomes, hosts } = setUp();
    for (const id of [1, 2]) request(id);
    request(3, 300);
    jobs.onPoll(3);
    await vi.advanceTimersByTimeAsync(900);
    expect([hosts(), outcomes.size]).toEqual([[1, 2], 0]);
    jobs.onPollEnd(3);
    await vi.advanceTimersByTimeAsync(99);
    jobs.onPoll(3);
    await vi.advanceTimersByTimeAsync(1);
    expect(hosts()).toEqual([1, 2, 3]);
  });

  it('assigns a job again under the same id, within the same timeout', async () => {
    const { jobs, assigned, request, outcomes } = setUp();
    request(1);
    await vi.advanceTimersByTimeAsync(6_000);
    jobs.onPoll(1);
    expect(assigned).toHaveLength(2);
    expect(assigned[1]).toEqual(assigned[0]);
    await vi.advanceTimersByTimeAsync(4_000);
    expect([...outcomes]).toEqual([[1, 'timeout']]);
  });

  it('shares a job between all callers, and drops it when the last one aborts', async () => {
    const { jobs, assigned, request } = setUp();
    const a = new AbortController();
    const b = new AbortController();
    request(1, 0, a.signal);
    request(1, 0, b.signal);
    const id = assigned[0]?.[1].split(' ')[1] ?? '';
    a.abort(new Error('aborted'));
    expect(jobs.find(1, id)).toBeDefined();
    b.abort(new Error('aborted'));
    expect(jobs.find(1, id)).toBeUndefined();
    await vi.advanceTimersByTimeAsync(0);
  });

  it('assigns a job again when its result could not be stored', () => {
    const { jobs, assigned, request } = setUp();
    request(1);
    const job = jobs.find(1, assigned[0]?.[1].split(' ')[1] ?? '');
    if (!job) throw new Error('the job is pending');
    jobs.pauseTimeout(job);
    vi.advanceTimersByTime(60_000);
    expect(jobs.find(1, job.id)).toBeDefined();
    jobs.expectAgain(job);
    jobs.onPoll(1);
    expect(assigned).toHaveLength(2);
  });
});
