import { printable, shorten } from '../../lib/text.js';
import {
  diffCounts,
  diffCountsText,
  hiddenText,
  openOfDiff,
  openFindingsText,
} from '../../reports/present/summary.text.js';
import {
  dateText,
  movedText,
  portChangeWord,
  reasonText,
  serviceChangeText,
} from '../../reports/present/text.js';
import type { Severity } from '../../knowledge/records.js';
import { responsiveTable } from '../output/table.js';
import { wrapText, type Painter } from '../output/text.js';
import { renderFindings, renderHost, renderMore } from './findings.text.js';
import { renderChecked, type TextStyle } from './lead.text.js';
import type { DiffBody } from './report.body.js';

const MAX_ROWS = 50; // of one list; other formats contain all
const MAX = { service: 100, detail: 90 };

/** Renders the diff of a task as text. `isNewest`: what was checked is said above it. */
export function renderDiff(
  diff: DiffBody,
  style: TextStyle,
  { isNewest, severity }: { isNewest: boolean; severity: Severity | undefined },
): string {
  const { paint, width } = style;
  const { summary } = diff;
  const first = diff.base_task_id === null ? ', first task: everything is new' : '';
  const counts = paintCounts(wrapText(diffCountsText(summary), width), summary, paint);
  const hidden = hiddenText(diff.not_listed, severity ?? null);
  return [
    `${paint.bold(diff.number_task)}  ${dateText(diff.finished_at)} UTC, ${diff.status}${first}\n`,
    isNewest ? '' : renderChecked({ ...diff, ...summary }, style),
    `${counts}\n`,
    `${wrapText(openFindingsText(openOfDiff(summary), summary), width)}\n`,
    hidden === null ? '' : `${hidden}\n`,
    renderFindings('New', diff.new, style, { remediations: diff.remediations }),
    renderFindings('Fixed', diff.fixed, style, { isFixed: true }),
    renderFindings('Changed', diff.changed, style),
    renderServices(diff, width),
    renderMoved(diff, width),
    renderNotCompared(diff, width),
  ].join('');
}

const COLORS: Readonly<Record<string, 'red' | 'green' | 'yellow'>> = {
  new: 'red',
  fixed: 'green',
  not_compared: 'yellow',
};

/** Colors the counts of a text that is already broken into lines: the width of a color is not that of a text. */
function paintCounts(text: string, summary: DiffBody['summary'], paint: Painter): string {
  return diffCounts(summary).reduce((painted, part) => {
    const color = COLORS[part.kind];
    return part.count > 0 && color !== undefined
      ? painted.replace(part.text, paint[color](part.text))
      : painted;
  }, text);
}

function renderServices(diff: DiffBody, width?: number): string {
  const rows = (['opened', 'closed', 'changed'] as const).flatMap((change) =>
    diff.services[change].map(({ ip, port, transport, before, after, baseline }) => [
      portChangeWord({ before, after, baseline }),
      ip,
      `${port}/${transport}`,
      shorten(printable(serviceChangeText(before, after)), MAX.service),
    ]),
  );
  if (rows.length === 0) return '';
  const table = responsiveTable(rows.slice(0, MAX_ROWS), width);
  return `\nServices\n${table}${renderMore(rows.length - MAX_ROWS)}`;
}

function renderMoved({ moved }: DiffBody, width?: number): string {
  if (moved.length === 0) return '';
  const lines = moved
    .slice(0, MAX_ROWS)
    .map((m) => `  ${wrapText(printable(movedText(m)), width, '    ')}\n`);
  return `\nMoved\n${lines.join('')}${renderMore(moved.length - MAX_ROWS)}`;
}

function renderNotCompared({ not_compared: entries }: DiffBody, width?: number): string {
  if (entries.length === 0) return '';
  const rows = entries.slice(0, MAX_ROWS).map((entry) => {
    const detail = [entry.ports && `ports ${entry.ports}`, entry.detail].filter(Boolean);
    return [
      renderHost(entry),
      reasonText(entry.reason),
      shorten(printable(detail.join(': ')), MAX.detail),
    ];
  });
  const table = responsiveTable(rows, width);
  return `\nNot compared (previous findings kept)\n${table}${renderMore(entries.length - MAX_ROWS)}`;
}
