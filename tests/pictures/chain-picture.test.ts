import { describe, expect, it } from 'vitest';
import { type ChainTask, drawChain } from '../../src/pictures/chain-picture.js';
import { toFigure } from '../../src/pictures/figure.js';
import { toMarkup } from '../../src/pictures/picture-node.js';
import { niceTop } from '../../src/pictures/scale.js';
import { escapeHtml } from '../../src/reports/formats/html.tables.js';

const WIDTH = 960;
const LARGE_FONT = 22; // px, as on narrow screens
const DAY = 86_400;

const minuteText = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ');

/** Returns tasks that are `interval` seconds apart, each with `open` critical findings. */
const createTasks = (tasks: number, interval: number, open = 5): ChainTask[] =>
  Array.from({ length: tasks }, (_, i) => ({
    name: `TASK-${String(i + 1).padStart(5, '0')}`,
    time: minuteText(1_790_000_000 + i * interval),
    status: 'completed',
    open: [open, 0, 0, 0, 0, 0],
    added: 0,
    removed: 0,
    notCompared: 0,
    missed: 0,
  }));

const render = (tasks: readonly ChainTask[], width = WIDTH, fontSize = LARGE_FONT): string =>
  toMarkup(drawChain(tasks, { width, fontSize }).drawing, escapeHtml);

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

describe('the picture of a chain', () => {
  it.each([1, 2, 3, 5, 8, 11, 40, 60, 61, 200])(
    'has no overlapping or clipped labels for %i tasks',
    (tasks) => {
      const all = findLabels(render(createTasks(tasks, DAY, 250_000)));
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
      const times = findLabels(render(createTasks(tasks, 60))).filter((l) => l.text.includes(':'));
      expect(times.length).toBeGreaterThan(1);
      for (const [i, label] of times.entries())
        expect(label.from).toBeGreaterThan(times[i - 1]?.to ?? 0);
      expect(times.at(-1)?.to).toBeLessThanOrEqual(WIDTH);
    },
  );

  it('shows times for tasks of one day, otherwise dates', () => {
    const texts = (interval: number): string[] =>
      findLabels(render(createTasks(12, interval)))
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

  const [base] = createTasks(1, DAY) as [ChainTask];

  it.each([
    ['a failed task', { status: 'failed' }, 'status-failed'],
    ['an incomplete task', { status: 'incomplete' }, 'status-incomplete'],
    ['starts that were missed before', { missed: 2 }, 'missed'],
    ['hosts that were not compared', { notCompared: 3 }, 'hollow'],
    ['a task that compared nothing', { open: null }, 'hollow'],
    ['new findings', { added: 12 }, '>+12<'],
    ['fixed findings', { removed: 7 }, '>−7<'],
  ])('marks %s', (_, change, expected) => {
    expect(render([{ ...base, ...change }])).toContain(expected);
    expect(render([base])).not.toContain(expected);
  });

  it('has one tab stop, and a link to each task', () => {
    const tasks = createTasks(100, DAY).map((task) => ({ ...task, href: `tasks/${task.name}` }));
    const markup = render(tasks);
    expect(markup.match(/tabindex="0"/g)).toHaveLength(1);
    expect(markup.match(/<a [^>]*href="tasks/g)).toHaveLength(100);
  });

  it('has the same numbers in its table, newest first', () => {
    const tasks = createTasks(2, DAY).map((task, i) => ({ ...task, added: i, removed: 4 }));
    const { rows } = drawChain(tasks, { width: 360, fontSize: 12 }).table;
    expect(rows[0]?.slice(0, 6)).toEqual([
      'TASK-00002',
      tasks[1]?.time,
      'completed',
      '5 critical',
      '1',
      '4',
    ]);
  });

  it('escapes the texts of a figure', () => {
    const tasks = [{ ...base, name: '<img src=x>', href: '"><script>' }];
    const markup = toMarkup(toFigure(drawChain(tasks, { width: 360, fontSize: 12 })), escapeHtml);
    expect(markup).not.toMatch(/<img|<script/);
  });
});
