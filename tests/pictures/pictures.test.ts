import { describe, expect, it } from 'vitest';
import {
  type CalendarStart,
  drawCalendar,
  findCollisions,
} from '../../src/pictures/calendar-picture.js';
import { drawHeatGrid, heatLevel } from '../../src/pictures/heat-grid.js';
import { type PictureDay, drawHistory } from '../../src/pictures/history-picture.js';
import { type PictureNode, toMarkup } from '../../src/pictures/picture-node.js';
import { drawOutcomes } from '../../src/pictures/small-pictures.js';
import { drawTimeline } from '../../src/pictures/timeline-picture.js';
import { escapeHtml } from '../../src/reports/formats/html.tables.js';

const SIZE = { width: 360, fontSize: 12 };
const render = (drawing: PictureNode): string => toMarkup(drawing, escapeHtml);
const NO_FLOW = { target: 0, knowledge: 0 };
const day = (change: Partial<PictureDay>): PictureDay => ({
  date: '2026-11-01',
  open: [1, 2, 0, 0, 0, 0],
  exploited: 0,
  added: NO_FLOW,
  removed: NO_FLOW,
  ...change,
});

describe('the picture of the history', () => {
  it('hatches what only the knowledge changed', () => {
    const markup = render(drawHistory([day({ added: { target: 0, knowledge: 9 } })], SIZE).drawing);
    expect(markup).toContain('class="hatch new"');
    expect(markup).not.toContain('<rect class="new"');
  });

  it('draws a day without a check as a gap, and says so in the table', () => {
    const { drawing, table } = drawHistory([day({}), day({ open: null })], SIZE);
    expect(render(drawing)).toContain('class="hatch gap"');
    expect(table.rows.map((row) => row[1])).toEqual(['nothing was checked', '1 critical, 2 high']);
  });

  it('interrupts no line of exploited findings on the days that are known', () => {
    const days = [day({ exploited: 2 }), day({ open: null }), day({ exploited: 1 })];
    const [, points = ''] = /points="([^"]*)"/.exec(render(drawHistory(days, SIZE).drawing)) ?? [];
    expect(points.split(' ')).toHaveLength(2);
  });

  it('keeps all shapes within the drawing', () => {
    const days = Array.from({ length: 90 }, (_, i) => day({ open: [i, 0, i, 0, 0, 0] }));
    const markup = render(drawHistory(days, SIZE).drawing);
    for (const [, x] of markup.matchAll(/ x="([\d.-]+)"/g)) {
      expect(Number(x)).toBeGreaterThanOrEqual(0);
      expect(Number(x)).toBeLessThanOrEqual(SIZE.width);
    }
  });
});

describe('the timeline of a host', () => {
  const input = {
    lanes: [
      { name: 'Ports', marks: [], spans: [{ label: '22', kind: 'port', from: 50, to: null }] },
      { name: 'Agent', marks: [{ label: 'installed', kind: 'agent', at: 60 }], spans: [] },
    ],
    gaps: [{ from: 0, to: 40 }],
    from: 0,
    to: 100,
    timeText: (at: number) => `t${at}`,
  };

  it('draws spans until now, marks, and the times at which nothing was known', () => {
    const { drawing, table } = drawTimeline(input, SIZE);
    const markup = render(drawing);
    expect(markup).toContain('aria-label="22: t50 to now"');
    expect(markup).toContain('Not checked from t0 to t40');
    expect(markup.match(/tabindex="0"/g)).toHaveLength(1);
    expect(table.rows).toEqual([
      ['t60', '', 'Agent', 'installed'],
      ['t50', 'now', 'Ports', '22'],
    ]);
  });

  it('clips what began before the time that it shows', () => {
    const markup = render(drawTimeline({ ...input, from: 70 }, SIZE).drawing);
    for (const [, width] of markup.matchAll(/ width="([\d.-]+)"/g))
      expect(Number(width)).toBeGreaterThan(0);
  });
});

const start = (at: number, lengthSeconds: number | null, kind = 'next'): CalendarStart => ({
  name: 'nightly',
  kind: kind as CalendarStart['kind'],
  at,
  day: 0,
  minute: 150,
  time: '02:30',
  lengthSeconds,
});

describe('the calendar of schedules', () => {
  it.each([
    ['that overlap', [start(0, 600), start(300, 60)], 2],
    ['that follow each other', [start(0, 300), start(300, 60)], 0],
    ['of which a long one contains a later one', [start(0, 900), start(60, 60), start(600, 60)], 3],
    ['at the same second, of unknown length', [start(0, null), start(0, null)], 2],
    ['of the past', [start(0, 600, 'ran'), start(300, 60, 'missed')], 0],
  ])('finds collisions of starts %s', (_, starts, expected) => {
    expect(findCollisions(starts).size).toBe(expected);
  });

  it('draws a start that ends after midnight to midnight', () => {
    const late = { ...start(0, 86_400), minute: 1430 };
    const { drawing, table } = drawCalendar([late], ['Mon'], SIZE);
    const [, y, height] =
      /start-next" x="[\d.]+" y="([\d.]+)" width="[\d.]+" height="([\d.]+)"/.exec(
        render(drawing),
      ) as unknown as [string, string, string];
    expect(Number(y) + Number(height)).toBeLessThanOrEqual(22 + 24 * 18 + 6);
    expect(table.rows[0]?.[3]).toBe('next start, takes about 1440 min');
  });
});

describe('the heat grid', () => {
  it.each([
    [0, 100, 0],
    [1, 100, 1],
    [10, 100, 3],
    [100, 100, 4],
    [1, 1, 4],
  ])('shows %i beside %i at level %i', (n, top, level) => {
    expect(heatLevel(n, top)).toBe(level);
  });

  it('shows no counts of a host that was not checked', () => {
    const row = { name: 'db1', href: 'hosts/1', counts: [0, 0, 0, 0], exploited: 0 };
    const markup = render(drawHeatGrid([{ ...row, isChecked: false }], 'Hosts'));
    expect(markup).toContain('not checked');
    expect(markup).not.toContain('heat-critical');
  });

  it('shows findings without a known severity, and their column only where there are some', () => {
    const row = { name: 'db1', href: 'hosts/1', exploited: 0, isChecked: true };
    const draw = (...counts: number[]): string =>
      render(drawHeatGrid([{ ...row, counts }], 'Hosts'));
    expect(draw(0, 0, 0, 0, 0, 7)).toContain('<td class="heat-unknown level-4">7</td>');
    expect(draw(0, 0, 0, 0, 0, 7)).not.toContain('heat-none');
    expect(draw(0, 0, 0, 1, 0, 0)).not.toContain('heat-unknown');
  });
});

describe('small pictures', () => {
  it('share the width of a bar by the counts', () => {
    const parts = [
      { name: 'done', kind: 'done', count: 3 },
      { name: 'failed', kind: 'failed', count: 1 },
      { name: 'waiting', kind: 'waiting', count: 0 },
    ];
    const markup = render(drawOutcomes(parts));
    expect(markup).toContain('aria-label="3 done, 1 failed"');
    expect([...markup.matchAll(/ width="([\d.]+)"/g)].map(([, w]) => w)).toEqual(['225', '75']);
  });
});
