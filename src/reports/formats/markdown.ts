import { taskNumber } from '../../tasks/tasks.start.js';
import { SEVERITIES } from '../../knowledge/records.js';
import type { TaskDiff } from '../diff.js';
import { reportTitle, type ReportModel } from '../present/report.js';
import {
  ENTRY_KINDS,
  presentEntry,
  type EntryKind,
  type EntryView,
} from '../present/entry-view.js';
import { sortBySeverity } from '../present/by-severity.js';
import { dateText, singleLine, plural, reasonText, serviceEntryText } from '../present/text.js';

/** Text from elsewhere within a line of Markdown (CommonMark, 2.4): nothing in it is markup, a link or HTML. */
export const escapeMarkdown = (text: string): string =>
  singleLine(text)
    .replace(/[\\`*_{}[\]<>()#+!|~&]/g, '\\$&')
    .replace(/^([-=.:])/, '\\$1')
    .replace(/^(\d{1,9})\.(?=\s|$)/, '$1\\.')
    .replace(/(https?|www)(?=[:.])/gi, '$1\u200b');

const TITLES: Record<EntryKind, string> = { new: 'New', fixed: 'Fixed', changed: 'Changed' };

/** The newest task first. */
export function* renderMarkdown(report: ReportModel): Generator<string> {
  const { about, diffs } = report;
  yield `# ${about === 'found' ? 'Report' : 'Differential report'}: ${escapeMarkdown(reportTitle(report))}\n\n${about === 'chain' ? `${plural(diffs.length, 'task')}, the newest first. ` : ''}Times are UTC.\n`;
  if (diffs.length === 0) yield '\nNo task of this template has finished yet.\n';
  for (const diff of [...diffs].reverse()) yield* section(diff, report);
}

function* section(diff: TaskDiff, { tell, about }: ReportModel): Generator<string> {
  const { task, services } = diff;
  yield `\n## ${taskNumber(task.id)}, ${dateText(task.finished_at)} (${task.status})\n\n`;
  yield about === 'found' ? `Open: ${openCountsText(diff.open)}.\n` : counts(diff);
  const titles = about === 'found' ? { ...TITLES, new: 'Findings' } : TITLES;
  const why = (e: EntryView): string => (about === 'found' ? e.told.explanation : e.why);
  for (const kind of ENTRY_KINDS)
    yield* table(
      titles[kind],
      ['Severity', 'Vulnerability', 'Host', 'Where', 'Why'],
      sortBySeverity(diff[kind]),
      (e) => findingRow(presentEntry(tell, kind, e), why),
    );
  yield* table(
    about === 'found' ? 'No result' : 'Not compared',
    ['Host', 'Why', 'Ports'],
    diff.not_compared,
    (n) => [
      hostText(n),
      `${escapeMarkdown(reasonText(n.reason))}${n.detail === null ? '' : `: ${escapeMarkdown(n.detail)}`}`,
      escapeMarkdown(n.ports ?? ''),
    ],
  );
  const rows = (['opened', 'closed', 'changed'] as const).flatMap((how) =>
    services[how].map((s) => ({ how: about === 'found' ? 'open' : how, s })),
  );
  yield* table('Services', ['Host', 'Port', 'What', 'Service'], rows, ({ how, s }) => [
    hostText(s.host),
    `${s.port}/${s.transport}`,
    how,
    escapeMarkdown(serviceEntryText(s)),
  ]);
}

function counts(diff: TaskDiff): string {
  const base =
    diff.base_task_id === null
      ? 'The first task: everything is new.'
      : `Compared with what was known up to ${taskNumber(diff.base_task_id)}.`;
  return `${base}\n\n**${diff.new.length} new**, **${diff.fixed.length} fixed**, ${diff.changed.length} changed, ${diff.unchanged} unchanged, ${diff.accepted} accepted. Open: ${openCountsText(diff.open)}.\n`;
}

function* table<T>(
  title: string,
  head: string[],
  items: readonly T[],
  row: (item: T) => string[],
): Generator<string> {
  if (items.length === 0) return;
  yield `\n### ${title} (${items.length})\n\n| ${head.join(' | ')} |\n|${' --- |'.repeat(head.length)}\n`;
  for (const item of items)
    yield `| ${row(item)
      .map((c) => c.trim())
      .join(' | ')} |\n`;
}

const hostText = ({ ip, name }: { ip: string; name: string }): string =>
  escapeMarkdown(name === ip ? ip : `${ip} ${name}`);

function findingRow(e: EntryView, why: (e: EntryView) => string): string[] {
  const { entry, told } = e;
  const where = told.package ?? `${told.port}/${told.transport}`;
  return [
    told.severity,
    escapeMarkdown(
      told.title === told.vulnerability_id ? told.title : `${told.vulnerability_id} ${told.title}`,
    ),
    hostText(entry.host),
    escapeMarkdown(where),
    escapeMarkdown(why(e)),
  ];
}

/** `2 critical, 5 high`; `none` */
export const openCountsText = (open: readonly number[]): string =>
  SEVERITIES.map((s, i) => ({ s, n: open[i] ?? 0 }))
    .filter(({ n }) => n > 0)
    .map(({ s, n }) => `${n} ${s}`)
    .join(', ') || 'none';
