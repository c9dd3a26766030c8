import { taskNumber } from '../../tasks/tasks.start.js';
import { SEVERITIES } from '../../knowledge/records.js';
import type { TaskDiff } from '../diff.js';
import { titleOf, type Report } from '../present/report.js';
import { KINDS, tellEntry, type Kind, type ToldEntry } from '../present/entry-view.js';
import { worstFirst } from '../present/by-severity.js';
import { dateText, oneLine, plural, reasonText, serviceStep } from '../present/text.js';

/** Text from elsewhere within a line of Markdown (CommonMark, 2.4): nothing in it is markup, a link or HTML. */
export const plain = (text: string): string =>
  oneLine(text)
    .replace(/[\\`*_{}[\]<>()#+!|~&]/g, '\\$&')
    .replace(/^([-=.:])/, '\\$1')
    .replace(/^(\d{1,9})\.(?=\s|$)/, '$1\\.')
    .replace(/(https?|www)(?=[:.])/gi, '$1\u200b');

const TITLES: Record<Kind, string> = { new: 'New', fixed: 'Fixed', changed: 'Changed' };

/** The newest task first. */
export function* markdownOf(report: Report): Generator<string> {
  const { about, diffs } = report;
  yield `# ${about === 'found' ? 'Report' : 'Differential report'}: ${plain(titleOf(report))}\n\n${about === 'chain' ? `${plural(diffs.length, 'task')}, the newest first. ` : ''}Times are UTC.\n`;
  if (diffs.length === 0) yield '\nNo task of this template has finished yet.\n';
  for (const diff of [...diffs].reverse()) yield* section(diff, report);
}

function* section(diff: TaskDiff, { tell, about }: Report): Generator<string> {
  const { task, services } = diff;
  yield `\n## ${taskNumber(task.id)}, ${dateText(task.finished_at)} (${task.status})\n\n`;
  yield about === 'found' ? `Open: ${openText(diff.open)}.\n` : counts(diff);
  const titles = about === 'found' ? { ...TITLES, new: 'Findings' } : TITLES;
  const why = (e: ToldEntry): string => (about === 'found' ? e.told.explanation : e.why);
  for (const kind of KINDS)
    yield* table(
      titles[kind],
      ['Severity', 'Vulnerability', 'Host', 'Where', 'Why'],
      worstFirst(diff[kind]),
      (e) => findingRow(tellEntry(tell, kind, e), why),
    );
  yield* table(
    about === 'found' ? 'No result' : 'Not compared',
    ['Host', 'Why', 'Ports'],
    diff.not_compared,
    (n) => [
      hostText(n),
      `${plain(reasonText(n.reason))}${n.detail === null ? '' : `: ${plain(n.detail)}`}`,
      plain(n.ports ?? ''),
    ],
  );
  const rows = (['opened', 'closed', 'changed'] as const).flatMap((how) =>
    services[how].map((s) => ({ how: about === 'found' ? 'open' : how, s })),
  );
  yield* table('Services', ['Host', 'Port', 'What', 'Service'], rows, ({ how, s }) => [
    hostText(s.host),
    `${s.port}/${s.transport}`,
    how,
    plain(serviceStep(s)),
  ]);
}

function counts(diff: TaskDiff): string {
  const base =
    diff.base_task_id === null
      ? 'The first task: everything is new.'
      : `Compared with what was known up to ${taskNumber(diff.base_task_id)}.`;
  return `${base}\n\n**${diff.new.length} new**, **${diff.fixed.length} fixed**, ${diff.changed.length} changed, ${diff.unchanged} unchanged, ${diff.accepted} accepted. Open: ${openText(diff.open)}.\n`;
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
  plain(name === ip ? ip : `${ip} ${name}`);

function findingRow(e: ToldEntry, why: (e: ToldEntry) => string): string[] {
  const { entry, told } = e;
  const where = told.package ?? `${told.port}/${told.transport}`;
  return [
    told.severity,
    plain(
      told.title === told.vulnerability_id ? told.title : `${told.vulnerability_id} ${told.title}`,
    ),
    hostText(entry.host),
    plain(where),
    plain(why(e)),
  ];
}

/** `2 critical, 5 high`; `none` */
export const openText = (open: readonly number[]): string =>
  SEVERITIES.map((s, i) => ({ s, n: open[i] ?? 0 }))
    .filter(({ n }) => n > 0)
    .map(({ s, n }) => `${n} ${s}`)
    .join(', ') || 'none';
