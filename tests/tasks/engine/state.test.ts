import { describe, expect, it } from 'vitest';
import {
  choosePreempted,
  canStartHost,
  createActiveTask,
  nextTask,
  raisePercent,
  type ActiveTask,
  type HostRun,
} from '../../../src/tasks/engine/state.js';
import { fakeTaskType } from '../../support/fake-task-type.js';

function task(
  id: number,
  {
    running = [] as number[],
    waiting = [0],
    maxRunning = 4,
    admittedAt = 0,
    total = 10,
    done = 0,
    percent = 0,
    isPreempted = false,
  } = {},
): ActiveTask {
  const active = createActiveTask(
    { id, template_id: 1, hosts_total: total, hosts_done: done, percent, login_role: 'operator' },
    fakeTaskType({ atOnce: maxRunning }),
    null,
    admittedAt,
  );
  const host = (crashes: number, i: number) => ({
    host_id: i,
    ip: `10.0.0.${i}`,
    name: 'x',
    crashes,
  });
  active.waiting = waiting.map((c, i) => host(c, 100 + i));
  running.forEach((crashes, i) =>
    active.running.set(i, { host: host(crashes, i), fraction: 0 } as HostRun),
  );
  active.isPreempted = isPreempted;
  return active;
}

describe('nextTask', () => {
  const cases: [string, ActiveTask[], number, number | null][] = [
    [
      'the task with the fewest hosts in progress',
      [task(1, { running: [0, 0] }), task(2, { running: [0] })],
      10,
      2,
    ],
    ['the older one of equal tasks', [task(1), task(2)], 10, 1],
    ['no task when all slots are taken', [task(1, { running: [0, 0] })], 2, null],
    [
      'a task without a host in progress even when all slots are taken',
      [task(1, { running: [0, 0] }), task(2)],
      2,
      2,
    ],
    ['no task at its own limit', [task(1, { running: [0, 0, 0, 0] })], 10, null],
    ['no task without waiting hosts', [task(1, { waiting: [] })], 10, null],
    ['no preempted task', [task(1, { isPreempted: true }), task(2, { running: [0] })], 10, 2],
  ];
  it.each(cases)('returns %s', (_, tasks, slots, expected) => {
    expect(nextTask(tasks, slots)?.id ?? null).toBe(expected);
  });
});

describe('canStartHost', () => {
  it.each([
    ['lets a host that crashed twice wait for the others', { running: [0], waiting: [2] }, false],
    ['starts a host that crashed twice alone', { waiting: [2] }, true],
    ['starts no host beside one that crashed twice', { running: [2], waiting: [0] }, false],
    ['starts a host that crashed once beside others', { running: [0], waiting: [1] }, true],
  ])('%s', (_, given, expected) => {
    expect(canStartHost(task(1, given))).toBe(expected);
  });
});

describe('choosePreempted', () => {
  const old = task(1, { admittedAt: 0 });
  const oldest = task(2, { admittedAt: -1_000 });
  const young = task(3, { admittedAt: 4_000 });
  it.each([
    ['no task when none is queued', 0, []],
    ['the longest admitted task first', 1, [2]],
    ['only tasks whose time slice has ended', 5, [2, 1]],
  ])('chooses %s', (_, queued, expected) => {
    expect(
      [...choosePreempted([old, oldest, young], queued, 5_000, 5_000)].map((t) => t.id),
    ).toEqual(expected);
  });
});

describe('raisePercent', () => {
  it.each([
    ['counts hosts', { done: 3 }, 30],
    ['never shows less than before', { done: 3, percent: 44 }, 44],
    ['keeps 100 for the end', { done: 10 }, 99],
    ['accepts a task without hosts', { total: 0 }, 0],
  ])('%s', (_, given, expected) => {
    expect(raisePercent(task(1, given))).toBe(expected);
  });

  it('never shows less than before, after a host in progress was given back', () => {
    const active = task(1, { done: 8, running: [0, 0] });
    for (const run of active.running.values()) run.fraction = 0.5;
    expect(raisePercent(active)).toBe(90);
    active.running.clear();
    expect(raisePercent(active)).toBe(90);
  });

  it('counts the share of hosts in progress', () => {
    const active = task(1, { done: 3, running: [0, 0] });
    for (const run of active.running.values()) run.fraction = 0.25;
    expect(raisePercent(active)).toBe(35);
  });
});
