import { taskNumber } from '../../tasks/tasks.start.js';
import { SEVERITIES } from '../../knowledge/records.js';
import type { TaskDiff } from '../diff.js';
import { reportTitle, type ReportModel } from '../present/report.js';
import { ENTRY_KINDS, presentEntry, type EntryKind } from '../present/entry-view.js';
import { sortBySeverity } from '../present/by-severity.js';
import { groupEntries } from './html.groups.js';
import { plot } from './html.plot.js';
import { STYLE } from './html.style.js';
import { findingRow, notComparedRow, serviceRow, table } from './html.tables.js';
import { escapeHtml } from './html.text.js';
import { dateText, plural } from '../present/text.js';

// Of the newest task nearly everything is shown, of older ones the worst: a page of 200 tasks stays one that can be sent by mail.
const rowsOf = (age: number): number => (age === 0 ? 1_000 : age < 10 ? 100 : 10);
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
const TITLES: Record<EntryKind, string> = { new: 'New', fixed: 'Fixed', changed: 'Changed' };

/** One page that needs nothing else: no script, no network. Readable on paper and in the dark. */
export function* renderHtml(report: ReportModel): Generator<string> {
  const { diffs, about } = report;
  const newest = diffs.at(-1);
  const what = about === 'found' ? 'Report' : 'Differential report';
  yield `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer"><title>${escapeHtml(`${what}: ${reportTitle(report)}`)}</title><style>${STYLE}</style></head><body>`;
  yield `<header><p class="dim">${what}</p><h1>${escapeHtml(reportTitle(report))}</h1><p class="dim">${scope(report)}</p></header><main>`;
  if (!newest) yield '<p>No task of this template has finished yet.</p>';
  else if (about === 'found') yield* foundPage(newest, report);
  else yield* diffPage(newest, report);
  yield `</main><footer>Made by hostwarden at ${dateText(report.now)} UTC. Fixed is only what was looked at again; everything else is not compared, and keeps its last known findings.</footer></body></html>\n`;
}

function scope({ diffs, about }: ReportModel): string {
  const [first, last] = [diffs[0], diffs.at(-1)];
  if (!first || !last) return '';
  if (about !== 'chain')
    return `${taskNumber(last.task.id)}, ${dateText(last.task.finished_at)} UTC, ${last.task.status}`;
  return `${plural(diffs.length, 'task')}, ${dateText(first.task.finished_at)} to ${dateText(last.task.finished_at)} UTC`;
}

function* diffPage(newest: TaskDiff, report: ReportModel): Generator<string> {
  yield `<h2>The newest task: ${taskNumber(newest.task.id)}, ${dateText(newest.task.finished_at)}</h2>`;
  yield tiles([
    ['new', newest.new.length, 'new'],
    ['fixed', newest.fixed.length, 'fixed'],
    ['', newest.changed.length, 'changed'],
    ['', newest.unchanged, 'unchanged'],
    ['', newest.accepted, 'accepted'],
    ['', newest.not_compared.length, 'not compared'],
  ]);
  if (report.about === 'chain')
    yield `<h2>Open findings over time</h2><figure>${plot(report.diffs)}${legend(newest)}</figure>`;
  else yield `<figure>${legend(newest)}</figure>`;
  yield '<h2>What changed, the newest first</h2>';
  for (const [age, diff] of [...report.diffs].reverse().entries())
    yield* section(diff, age, report);
}

function* foundPage(diff: TaskDiff, report: ReportModel): Generator<string> {
  const open = diff.new.filter((e) => e.accepted === null).length;
  yield tiles([
    ['new', open, open === 1 ? 'finding' : 'findings'],
    ['', diff.new.length - open, 'accepted'],
    ['', diff.services.opened.length, 'open ports'],
    ['', diff.not_compared.length, 'without result'],
  ]);
  yield `<figure>${legend(diff)}</figure>`;
  yield* contents(diff, rowsOf(0), report);
}

const tiles = (all: [string, number, string][]): string =>
  `<ul class="tiles">${all.map(([kind, n, word]) => `<li class="${n === 0 ? 'nil' : kind}"><b>${n.toLocaleString('en-US')}</b><span>${word}</span></li>`).join('')}</ul>`;

const legend = ({ open }: TaskDiff): string =>
  `<ul class="legend">${SEVERITIES.map((s, i) => `<li><i class="s-${s}"></i>${s} <b>${(open[i] ?? 0).toLocaleString('en-US')}</b></li>`).join('')}</ul>`;

function* section(diff: TaskDiff, age: number, report: ReportModel): Generator<string> {
  const { task, base_task_id, services } = diff;
  const chip = (kind: string, n: number, word: string): string =>
    n === 0 && kind === ''
      ? ''
      : `<span class="chip ${n === 0 ? 'nil' : kind}">${n.toLocaleString('en-US')} ${word}</span>`;
  const ports = services.opened.length + services.closed.length + services.changed.length;
  const chips = [
    chip('new', diff.new.length, 'new'),
    chip('fixed', diff.fixed.length, 'fixed'),
    chip('', diff.changed.length, 'changed'),
    chip('', ports, ports === 1 ? 'service' : 'services'),
    chip('', diff.not_compared.length, 'not compared'),
  ].join('');
  yield `<details${age === 0 ? ' open' : ''}><summary><b>${taskNumber(task.id)}</b> <span class="dim">${dateText(task.finished_at)}${task.status === 'completed' ? '' : `, ${task.status}`}</span>${chips}</summary><div class="body">`;
  yield `<p class="dim">${base_task_id === null ? 'The first task: everything it found is new.' : `Compared with what was known up to ${taskNumber(base_task_id)}. ${plural(diff.unchanged, 'finding')} unchanged, ${diff.accepted.toLocaleString('en-US')} accepted.`}</p>`;
  yield* contents(diff, rowsOf(age), report);
  yield '</div></details>';
}

function* contents(diff: TaskDiff, most: number, { tell, about }: ReportModel): Generator<string> {
  const isFound = about === 'found';
  for (const kind of ENTRY_KINDS) {
    if (diff[kind].length === 0) continue;
    const groups = groupEntries(sortBySeverity(diff[kind]).map((e) => presentEntry(tell, kind, e)));
    yield `<h3>${isFound ? 'Findings' : TITLES[kind]} <span class="dim">${diff[kind].length.toLocaleString('en-US')}</span></h3>`;
    yield* table(['Severity', 'Vulnerability', 'Where', 'Host', 'Why'], groups, most, (g) =>
      findingRow(g, isFound),
    );
  }
  if (diff.not_compared.length > 0) {
    yield `<h3>${isFound ? 'Without result' : 'Not compared'} <span class="dim">${diff.not_compared.length.toLocaleString('en-US')}</span></h3>`;
    yield* table(['Host', 'Why', 'Detail'], diff.not_compared, most, notComparedRow);
  }
  const services = (['opened', 'closed', 'changed'] as const).flatMap((how) =>
    diff.services[how].map((s) => ({ how: isFound ? 'open' : how, s })),
  );
  if (services.length === 0) return;
  yield `<h3>Services <span class="dim">${services.length.toLocaleString('en-US')}</span></h3>`;
  yield* table(['What', 'Port', 'Service', 'Host'], services, most, ({ how, s }) =>
    serviceRow(how, s),
  );
}
