import { describe, expect, it } from 'vitest';
import {
  choosePreempted,
  canStartHost,
  createActiveTask,
  nextTask,
  taskPercent,
  type ActiveTask,
  type HostRun,
} from '../../../src/tasks/engine/task.js';
import { fakeTaskType } from '../../support/fake-task-type.js';

function task(
  id: number,
  {
    flying = [] as number[],
    waiting = [0],
    atOnce = 4,
    since = 0,
    total = 10,
    done = 0,
    percent = 0,
    yielding = false,
  } = {},
): ActiveTask {
  const active = createActiveTask(
    { id, hosts_total: total, hosts_done: done, percent },
    fakeTaskType({ atOnce }),
    null,
    since,
  );
  const host = (crashes: number, i: number) => ({
    host_id: i,
    ip: `10.0.0.${i}`,
    name: 'x',
    crashes,
  });
  active.waiting = waiting.map((c, i) => host(c, 100 + i));
  flying.forEach((crashes, i) =>
    active.running.set(i, { host: host(crashes, i), fraction: 0 } as HostRun),
  );
  active.isPreempted = yielding;
  return active;
}

describe('nextToServe', () => {
  const cases: [string, ActiveTask[], number, number | null][] = [
    [
      'the task with the fewest hosts in flight',
      [task(1, { flying: [0, 0] }), task(2, { flying: [0] })],
      10,
      2,
    ],
    ['the older one of equals', [task(1), task(2)], 10, 1],
    ['nobody when all slots are taken', [task(1, { flying: [0, 0] })], 2, null],
    [
      'a task with nothing in flight even when all slots are taken',
      [task(1, { flying: [0, 0] }), task(2)],
      2,
      2,
    ],
    ['nobody who is at its own limit', [task(1, { flying: [0, 0, 0, 0] })], 10, null],
    ['nobody who has nothing waiting', [task(1, { waiting: [] })], 10, null],
    [
      'nobody who gives its place up',
      [task(1, { yielding: true }), task(2, { flying: [0] })],
      10,
      2,
    ],
  ];
  it.each(cases)('serves %s', (_, tasks, slots, expected) => {
    expect(nextTask(tasks, slots)?.id ?? null).toBe(expected);
  });
});

describe('mayStart', () => {
  it.each([
    ['a host that crashed twice waits until it is alone', { flying: [0], waiting: [2] }, false],
    ['a host that crashed twice starts alone', { waiting: [2] }, true],
    ['nobody joins a host that crashed twice', { flying: [2], waiting: [0] }, false],
    ['a host that crashed once flies with others', { flying: [0], waiting: [1] }, true],
  ])('%s', (_, given, expected) => {
    expect(canStartHost(task(1, given))).toBe(expected);
  });
});

describe('chooseYielding', () => {
  const old = task(1, { since: 0 });
  const older = task(2, { since: -1_000 });
  const young = task(3, { since: 4_000 });
  it.each([
    ['nobody when nobody waits', 0, []],
    ['the longest in its place first', 1, [2]],
    ['only those whose turn is over', 5, [2, 1]],
  ])('chooses %s', (_, queued, expected) => {
    expect(
      [...choosePreempted([old, older, young], queued, 5_000, 5_000)].map((t) => t.id),
    ).toEqual(expected);
  });
});

describe('percentOf', () => {
  it.each([
    ['counts hosts', { done: 3 }, 30],
    ['never shows less than before', { done: 3, percent: 44 }, 44],
    ['keeps 100 for the end', { done: 10 }, 99],
    ['stands a task without hosts', { total: 0 }, 0],
  ])('%s', (_, given, expected) => {
    expect(taskPercent(task(1, given))).toBe(expected);
  });

  it('counts the share of hosts in work', () => {
    const active = task(1, { done: 3, flying: [0, 0] });
    for (const flight of active.running.values()) flight.fraction = 0.25;
    expect(taskPercent(active)).toBe(35);
  });
});
