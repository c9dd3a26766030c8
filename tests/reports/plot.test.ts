import { describe, expect, it } from 'vitest';
import { plot } from '../../src/reports/formats/html.plot.js';
import type { TaskDiff } from '../../src/reports/diff.js';

const WIDTH = 960;
const LARGE = 22; // px, as on narrow screens
const DAY = 86_400;

/** A chain of so many tasks, each so many seconds after the other, with so many open findings. */
const chain = (tasks: number, every: number, open = 5): TaskDiff[] =>
  Array.from({ length: tasks }, (_, i) => ({
    task: {
      id: i + 1,
      finished_at: 1_790_000_000 + i * every,
      started_at: null,
      acceptance_changes: 0,
      status: 'completed',
    },
    base_task_id: null,
    new: [],
    fixed: [],
    changed: [],
    unchanged: 0,
    accepted: 0,
    not_compared: [],
    services: { opened: [], closed: [], changed: [] },
    open: [open, 0, 0, 0, 0, 0],
  }));

interface Label {
  text: string;
  from: number;
  to: number;
  y: number;
}

/** Where the texts of a plot stand when their font is large. */
function labels(svg: string): Label[] {
  return [...svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)" text-anchor="(\w+)">([^<]*)</g)].map(
    ([, x, y, anchor, text = '']) => {
      const width = text.length * LARGE * 0.56;
      const from = Number(x) - (anchor === 'end' ? width : width / 2);
      return { text, from, to: from + width, y: Number(y) };
    },
  );
}

describe('a plot', () => {
  it.each([1, 2, 3, 5, 8, 11, 40, 60, 61, 200])(
    'of %i tasks keeps its texts apart and inside',
    (tasks) => {
      const all = labels(plot(chain(tasks, DAY, 250_000)));
      expect(all.filter((l) => l.from < 0 || l.to > WIDTH || l.y < LARGE * 0.75)).toEqual([]);
      const dates = all.filter((l) => l.text.startsWith('2026'));
      expect(dates.length).toBeGreaterThan(0);
      for (const [i, label] of dates.slice(1).entries())
        expect(label.from).toBeGreaterThan(dates[i]?.to ?? WIDTH);
    },
  );

  it.each([2, 3, 9, 12, 60, 200])(
    'of %i tasks of one day keeps their times apart and inside',
    (tasks) => {
      const times = labels(plot(chain(tasks, 60))).filter((l) => l.text.includes(':'));
      expect(times.length).toBeGreaterThan(1);
      for (const [i, label] of times.entries())
        expect(label.from).toBeGreaterThan(times[i - 1]?.to ?? 0);
      expect(times.at(-1)?.to).toBeLessThanOrEqual(WIDTH);
    },
  );

  it('tells the time of tasks of one day, and the date of others', () => {
    const told = (every: number): string[] =>
      labels(plot(chain(12, every)))
        .map((l) => l.text)
        .filter((t) => /[:-]/.test(t));
    expect(new Set(told(60)).size).toBe(told(60).length);
    expect(told(60).at(-1)).toBe('14:24');
    expect(told(DAY).at(-1)).toBe('2026-10-02');
  });
});
