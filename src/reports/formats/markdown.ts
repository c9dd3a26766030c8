import { countText, printable } from '../../lib/text.js';
import { taskNumber } from '../../tasks/tasks.start.js';
import type { NotCompared, ReportEntry, TaskDiff } from '../diff.js';
import {
  coverageHeadline,
  coverageView,
  feedsText,
  gapTexts,
  unansweredText,
  type CoverageView,
} from '../present/coverage.js';
import { expiringSoon, expiringText } from '../present/expiring.js';
import {
  createGrouping,
  groupAction,
  linesOf,
  placesText,
  entryReason,
  type EntryGroup,
  type VulnerabilityLine,
  groupCountText,
} from '../present/groups.js';
import { epssText, findingMarks } from '../present/marks.js';
import { taskRemediations, type HostRemediation } from '../present/remediations.js';
import { reportTitle, type ReportModel } from '../present/report.js';
import { ENTRY_KINDS, type EntryKind } from '../present/entry-view.js';
import { summarizeDiff, summarizeReport, withoutResult } from '../present/summary.js';
import {
  diffCountsText,
  entryCountText,
  hiddenText,
  openOfDiff,
  openFindingsText,
  reportCountsText,
} from '../present/summary.text.js';
import {
  dateText,
  movedText,
  portChangeWord,
  reasonText,
  serviceEntryText,
} from '../present/text.js';
import { describeRemediation } from '../../vulnerabilities/remediations/text.js';
import { isFix } from '../../vulnerabilities/remediations/counts.text.js';

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
const MAX_ACTIONS = 10;

type Grouping = ReturnType<typeof createGrouping>;

/** Renders a report, newest task first. */
export function* renderMarkdown(report: ReportModel): Generator<string> {
  const { kind, diffs } = report;
  const title = kind === 'task-report' ? 'Report' : 'Differential report';
  const tasks = kind === 'chain' ? `${countText(diffs.length, 'task')}, newest first. ` : '';
  yield `# ${title}: ${escapeMarkdown(reportTitle(report))}\n\n`;
  const newest = diffs.at(-1);
  if (newest) yield* renderLead(newest, report);
  yield `${tasks}Times are UTC.\n`;
  if (!newest) yield '\nNo finished tasks yet.\n';
  yield* renderActions(report);
  const group = createGrouping(report.presentFinding);
  for (const diff of [...diffs].reverse()) yield* renderTask(diff, report, group);
}

/** Renders what was not checked, and the data that was used. */
function* renderLead({ coverage }: TaskDiff, { now }: ReportModel): Generator<string> {
  const view = coverageView(coverage);
  yield headlineText(view);
  const gaps = gapTexts(view);
  for (const text of gaps) yield `- ${escapeMarkdown(text)}\n`;
  if (gaps.length > 0) yield '\n';
  const unanswered = unansweredText(view);
  if (unanswered !== null) yield `${unanswered}.\n\n`;
  yield `${escapeMarkdown(feedsText(view, now))}.\n\n`;
}

/** Renders how far the hosts were checked; bold if something was left out. */
function headlineText(view: CoverageView): string {
  const headline = coverageHeadline(view);
  if (headline === null) return '';
  return headline.isWhole ? `${headline.text}\n\n` : `**${headline.text}**\n\n`;
}

/** Renders what to do first on the hosts of the newest task. */
function* renderActions({ open, presentFinding, now }: ReportModel): Generator<string> {
  if (open === null) return;
  const all = taskRemediations(open, presentFinding);
  const actions = all.filter(isFix);
  const unfixed = all.filter((action) => !isFix(action));
  yield* renderActionTable('To do first', actions);
  yield* renderActionTable('Without a fix', unfixed);
  const expiring = expiringSoon(open, now);
  if (expiring.length > 0) yield '\n## Acceptances that end soon\n\n';
  for (const acceptance of expiring) yield `- ${escapeMarkdown(expiringText(acceptance))}\n`;
}

function* renderActionTable(title: string, actions: readonly HostRemediation[]): Generator<string> {
  if (actions.length === 0) return;
  yield `\n## ${title} (${actions.length})\n\n| Risk | Host | Action | Effect |\n| ---: | --- | --- | --- |\n`;
  for (const action of actions.slice(0, MAX_ACTIONS)) {
    const command = action.command === null ? '' : `: ${codeText(action.command)}`;
    const title = `${escapeMarkdown(action.title)}${command}`;
    const effect = escapeMarkdown(`${describeRemediation(action).effect}. ${action.risk_reason}`);
    yield `| ${action.risk.toFixed(1)} | ${hostText(action)} | ${title} | ${effect} |\n`;
  }
  const rest = actions.length - MAX_ACTIONS;
  if (rest > 0) yield `\n${countText(rest, 'further action')}: see below.\n`;
}

/** A code span (CommonMark, 6.1). Text that could end it, or a cell of a table, is not rendered as code. */
const codeText = (text: string): string =>
  /[`|\\]/.test(text) ? escapeMarkdown(text) : `\`${printable(text)}\``;

function* renderTask(diff: TaskDiff, report: ReportModel, group: Grouping): Generator<string> {
  const { task } = diff;
  const isTaskReport = report.kind === 'task-report';
  yield `\n## ${taskNumber(task.id)}, ${dateText(task.finished_at)} (${task.status})\n\n`;
  if (diff !== report.diffs.at(-1)) yield headlineText(coverageView(diff.coverage));
  yield isTaskReport ? reportText(diff) : countsText(diff);
  const hidden = hiddenText(report.list(diff).hidden, report.minSeverity);
  if (hidden !== null) yield `\n${hidden}.\n`;
  yield* renderEntries(diff, report, group);
  yield* renderTable('Moved', ['Device'], diff.moved, (m) => [escapeMarkdown(movedText(m))]);
  yield* renderTable(
    isTaskReport ? 'Without result' : 'Not compared',
    ['Host', 'Why', 'Ports'],
    isTaskReport ? withoutResult(diff) : diff.not_compared,
    notComparedCells,
  );
  const services = (['opened', 'closed', 'changed'] as const).flatMap((change) =>
    diff.services[change].map((s) => ({ change: isTaskReport ? 'open' : portChangeWord(s), s })),
  );
  yield* renderTable('Services', ['Host', 'Port', 'Change', 'Service'], services, (row) => [
    hostText(row.s.host),
    `${row.s.port}/${row.s.transport}`,
    row.change,
    escapeMarkdown(serviceEntryText(row.s)),
  ]);
}

function reportText(diff: TaskDiff): string {
  const summary = summarizeReport(diff);
  return `${reportCountsText(summary)}. ${openFindingsText(summary.by_severity, summary)}.\n`;
}

function countsText(diff: TaskDiff): string {
  const base =
    diff.base_task_id === null
      ? 'First task: everything is new.'
      : `Compared with the state as of ${taskNumber(diff.base_task_id)}.`;
  const summary = summarizeDiff(diff);
  return `${base}\n\n**${diffCountsText(summary)}**. ${openFindingsText(openOfDiff(summary), summary)}.\n`;
}

function* renderEntries(
  diff: TaskDiff,
  { kind, list }: ReportModel,
  group: Grouping,
): Generator<string> {
  const isTaskReport = kind === 'task-report';
  const listed = list(diff);
  for (const entryKind of ENTRY_KINDS) {
    const entries: readonly ReportEntry[] = listed[entryKind];
    if (entries.length === 0) continue;
    const title = isTaskReport ? 'Findings' : TITLES[entryKind];
    yield `\n### ${title} (${entryCountText(entryKind, entries)})\n\n`;
    for (const one of group(entryKind, entries)) yield* renderGroup(one, isTaskReport);
  }
}

function* renderGroup(group: EntryGroup, isTaskReport: boolean): Generator<string> {
  const { host, title, remediation } = group;
  const { command, remedy } = groupAction(group);
  const action = command === null ? escapeMarkdown(remedy) : codeText(command);
  const count = escapeMarkdown(groupCountText(group));
  yield `- **${hostText(host)}: ${escapeMarkdown(title)}**, risk ${remediation.risk.toFixed(1)}, ${count}. ${action}\n`;
  for (const line of linesOf(group)) yield `  - ${lineText(line, isTaskReport)}\n`;
}

function lineText(line: VulnerabilityLine, isTaskReport: boolean): string {
  const { finding, entry } = line.first;
  const { title, vulnerability_id, severity } = finding;
  const marks = findingMarks({ ...finding, accepted: entry.accepted });
  const details = [
    ...marks.map(({ text }) => `**${escapeMarkdown(text)}**`),
    ...[epssText(finding), placesText(line)].filter((text) => text !== null).map(escapeMarkdown),
  ];
  const name = escapeMarkdown(title === vulnerability_id ? title : `${vulnerability_id} ${title}`);
  const reason = entryReason(line.first, isTaskReport);
  const text = `${severity} ${name} (${details.join('; ')})`;
  return reason === '' ? text : `${text}: ${escapeMarkdown(reason)}`;
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

function notComparedCells(skipped: NotCompared): string[] {
  const detail = skipped.detail === null ? '' : `: ${escapeMarkdown(skipped.detail)}`;
  return [
    hostText(skipped),
    `${escapeMarkdown(reasonText(skipped.reason))}${detail}`,
    escapeMarkdown(skipped.ports ?? ''),
  ];
}
