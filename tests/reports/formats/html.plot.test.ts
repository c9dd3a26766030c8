import { describe, expect, it } from 'vitest';
import { niceTop, renderPlot } from '../../../src/reports/formats/html.plot.js';
import type { TaskDiff } from '../../../src/reports/diff.js';

const WIDTH = 960;
const LARGE_FONT = 22; // px, as on narrow screens
const DAY = 86_400;

/** Returns diffs of tasks that are `interval` seconds apart, each with `open` critical findings. */
const createDiffs = (tasks: number, interval: number, open = 5): TaskDiff[] =>
  Array.from({ length: tasks }, (_, i) => ({
    task: {
      id: i + 1,
      finished_at: 1_790_000_000 + i * interval,
      started_at: null,
      acceptance_changes: 0,
      status: 'completed',
      are_checks_on: true,
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
    coverage: { checkedHosts: 0, notCheckedHosts: 0, unansweredAddresses: 0, gaps: [], feeds: [] },
  }));

interface Label {
  text: string;
  from: number;
  to: number;
  y: number;
}

/** Returns the positions of the texts of a plot in the large font. */
function findLabels(svg: string): Label[] {
  return [...svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)" text-anchor="(\w+)">([^<]*)</g)].map(
    ([, x, y, anchor, text = '']) => {
      const width = text.length * LARGE_FONT * 0.56;
      const from = Number(x) - (anchor === 'end' ? width : width / 2);
      return { text, from, to: from + width, y: Number(y) };
    },
  );
}

describe('the plot of open findings', () => {
  it.each([1, 2, 3, 5, 8, 11, 40, 60, 61, 200])(
    'has no overlapping or clipped labels for %i tasks',
    (tasks) => {
      const all = findLabels(renderPlot(createDiffs(tasks, DAY, 250_000)));
      expect(all.filter((l) => l.from < 0 || l.to > WIDTH || l.y < LARGE_FONT * 0.75)).toEqual([]);
      const dates = all.filter((l) => l.text.startsWith('2026'));
      expect(dates.length).toBeGreaterThan(0);
      for (const [i, label] of dates.slice(1).entries())
        expect(label.from).toBeGreaterThan(dates[i]?.to ?? WIDTH);
    },
  );

  it.each([2, 3, 9, 12, 60, 200])(
    'has no overlapping or clipped times for %i tasks of one day',
    (tasks) => {
      const times = findLabels(renderPlot(createDiffs(tasks, 60))).filter((l) =>
        l.text.includes(':'),
      );
      expect(times.length).toBeGreaterThan(1);
      for (const [i, label] of times.entries())
        expect(label.from).toBeGreaterThan(times[i - 1]?.to ?? 0);
      expect(times.at(-1)?.to).toBeLessThanOrEqual(WIDTH);
    },
  );

  it('shows times for tasks of one day, otherwise dates', () => {
    const texts = (interval: number): string[] =>
      findLabels(renderPlot(createDiffs(12, interval)))
        .map((l) => l.text)
        .filter((t) => /[:-]/.test(t));
    expect(new Set(texts(60)).size).toBe(texts(60).length);
    expect(texts(60).at(-1)).toBe('14:24');
    expect(texts(DAY).at(-1)).toBe('2026-10-02');
  });

  it.each([
    [1, 1],
    [3, 4],
    [5, 6],
    [7, 8],
    [9, 10],
    [11, 20],
    [450, 600],
    [5000, 6000],
  ])('has a scale for at most %i findings that ends at %i', (max, expected) => {
    expect(niceTop(max)).toBe(expected);
  });
});
