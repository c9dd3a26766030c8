import { expect, it } from 'vitest';
import type { TaskDiff } from '../../src/reports/diff.js';
import { plot } from '../../src/reports/formats/html.plot.js';

const diff = (id: number): TaskDiff => ({
  task: { id, finished_at: 1_790_000_000 + id, acceptance_changes: 0, status: 'completed', started_at: null }, base_task_id: null, new: [], fixed: [], changed: [], unchanged: 0, accepted: 0, not_compared: [],
  services: { opened: [], closed: [], changed: [] }, open: [1, 0, 0, 0, 0, 0],
});

// On a phone the letters of the plot are 20 units high, and a date up to 118 units wide.
const WIDE = 118;

function datesOf(count: number): [number, number][] {
  const svg = plot(Array.from({ length: count }, (_, i) => diff(i + 1)));
  return [...svg.matchAll(/<text x="([\d.]+)" y="\d+" text-anchor="(\w+)">\d{4}-/g)].map(([, x, anchor]) => (anchor === 'end' ? [Number(x) - WIDE, Number(x)] : [Number(x) - WIDE / 2, Number(x) + WIDE / 2]));
}

it('the dates of a plot never lie over each other', () => {
  for (let count = 1; count <= 200; count += 1) {
    const dates = datesOf(count);
    expect(dates.length).toBeGreaterThan(0);
    for (const [i, [from]] of dates.entries()) expect([count, from]).toEqual([count, expect.toSatisfy((at: number) => at >= (dates[i - 1]?.[1] ?? 0))]);
  }
});
