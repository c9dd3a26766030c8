import { printable } from '../../lib/text.js';
import { taskNumber } from '../../tasks/tasks.start.js';
import type { NotCompared, TaskDiff } from '../diff.js';
import { reportTitle, type ReportModel } from '../present/report.js';
import {
  ENTRY_KINDS,
  presentEntry,
  type EntryKind,
  type EntryView,
} from '../present/entry-view.js';
import { sortBySeverity } from '../present/by-severity.js';
import {
  countText,
  dateText,
  openCountsText,
  reasonText,
  serviceEntryText,
} from '../present/text.js';

/**
 * Escapes untrusted text within a line of Markdown (CommonMark, 2.4): none of it is markup, a link or HTML.
 * @internal
 */
export const escapeMarkdown = (text: string): string =>
  printable(text)
    .replace(/[\\`*_{}[\]<>()#+!|~&]/g, '\\$&')
    .replace(/^([-=.:])/, '\\$1')
    .replace(/^(\d{1,9})\.(?=\s|$)/, '$1\\.')
    .replace(/(https?|www)(?=[:.])/gi, '$1\u200b');

const TITLES: Record<EntryKind, string> = { new: 'New', fixed: 'Fixed', changed: 'Changed' };

/** Renders a report, newest task first. */
export function* renderMarkdown(report: ReportModel): Generator<string> {
  const { kind, diffs } = report;
  const title = kind === 'task-report' ? 'Report' : 'Differential report';
  const tasks = kind === 'chain' ? `${countText(diffs.length, 'task')}, newest first. ` : '';
  yield `# ${title}: ${escapeMarkdown(reportTitle(report))}\n\n${tasks}Times are UTC.\n`;
  if (diffs.length === 0) yield '\nNo finished tasks yet.\n';
  for (const diff of [...diffs].reverse()) yield* renderTask(diff, report);
}

function* renderTask(diff: TaskDiff, report: ReportModel): Generator<string> {
  const { task } = diff;
  const isTaskReport = report.kind === 'task-report';
  yield `\n## ${taskNumber(task.id)}, ${dateText(task.finished_at)} (${task.status})\n\n`;
  yield isTaskReport ? `Open: ${openCountsText(diff.open)}.\n` : countsText(diff);
  yield* renderEntries(diff, report);
  yield* renderTable(
    isTaskReport ? 'No result' : 'Not compared',
    ['Host', 'Why', 'Ports'],
    diff.not_compared,
    notComparedCells,
  );
  const services = (['opened', 'closed', 'changed'] as const).flatMap((change) =>
    diff.services[change].map((s) => ({ change: isTaskReport ? 'open' : change, s })),
  );
  yield* renderTable('Services', ['Host', 'Port', 'Change', 'Service'], services, (row) => [
    hostText(row.s.host),
    `${row.s.port}/${row.s.transport}`,
    row.change,
    escapeMarkdown(serviceEntryText(row.s)),
  ]);
}

function* renderEntries(diff: TaskDiff, { presentFinding, kind }: ReportModel): Generator<string> {
  const isTaskReport = kind === 'task-report';
  const titles = isTaskReport ? { ...TITLES, new: 'Findings' } : TITLES;
  const reasonOf = (e: EntryView): string => (isTaskReport ? e.finding.explanation : e.why);
  for (const entryKind of ENTRY_KINDS)
    yield* renderTable(
      titles[entryKind],
      ['Severity', 'Vulnerability', 'Host', 'Where', 'Why'],
      sortBySeverity(diff[entryKind]),
      (e) => findingCells(presentEntry(presentFinding, entryKind, e), reasonOf),
    );
}

function countsText(diff: TaskDiff): string {
  const base =
    diff.base_task_id === null
      ? 'First task: everything is new.'
      : `Compared with the state as of ${taskNumber(diff.base_task_id)}.`;
  return `${base}\n\n**${diff.new.length} new**, **${diff.fixed.length} fixed**, ${diff.changed.length} changed, ${diff.unchanged} unchanged, ${diff.accepted} accepted. Open: ${openCountsText(diff.open)}.\n`;
}

function* renderTable<T>(
  title: string,
  head: string[],
  items: readonly T[],
  toCells: (item: T) => string[],
): Generator<string> {
  if (items.length === 0) return;
  yield `\n### ${title} (${items.length})\n\n| ${head.join(' | ')} |\n|${' --- |'.repeat(head.length)}\n`;
  for (const item of items) {
    const cells = toCells(item).map((c) => c.trim());
    yield `| ${cells.join(' | ')} |\n`;
  }
}

const hostText = ({ ip, name }: { ip: string; name: string }): string =>
  escapeMarkdown(name === ip ? ip : `${ip} ${name}`);

const notComparedCells = (skipped: NotCompared): string[] => [
  hostText(skipped),
  `${escapeMarkdown(reasonText(skipped.reason))}${skipped.detail === null ? '' : `: ${escapeMarkdown(skipped.detail)}`}`,
  escapeMarkdown(skipped.ports ?? ''),
];

function findingCells(view: EntryView, reasonOf: (e: EntryView) => string): string[] {
  const { entry, finding } = view;
  const { title, vulnerability_id } = finding;
  return [
    finding.severity,
    escapeMarkdown(title === vulnerability_id ? title : `${vulnerability_id} ${title}`),
    hostText(entry.host),
    escapeMarkdown(finding.package ?? `${finding.port}/${finding.transport}`),
    escapeMarkdown(reasonOf(view)),
  ];
}
