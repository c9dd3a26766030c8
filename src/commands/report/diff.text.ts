import { SEVERITIES, type Severity } from '../../knowledge/records.js';
import { printable } from '../../lib/text.js';
import { serviceChangeText } from '../../reports/present/text.js';
import { responsiveTable } from '../output/table.js';
import { shorten, type Painter } from '../output/text.js';

/** The part of a diff in a response that a table shows. */
export interface DiffResponse {
  number_task: string;
  status: string;
  finished_at: number;
  base_task_id: number | null;
  unchanged_count: number;
  summary: {
    new: number;
    fixed: number;
    changed: number;
    unchanged: number;
    accepted: number;
    not_compared: number;
    by_severity: Record<string, { new: number; open: number }>;
  };
  new: DiffEntry[];
  fixed: DiffEntry[];
  changed: DiffEntry[];
  not_compared: {
    ip: string;
    name: string;
    reason: string;
    detail: string | null;
    ports: string | null;
  }[];
  services: Record<
    'opened' | 'closed' | 'changed',
    {
      ip: string;
      port: number;
      transport: string;
      before: ServiceName | null;
      after: ServiceName | null;
    }[]
  >;
}
interface ServiceName {
  service: string | null;
  product: string | null;
  version: string | null;
  revision: string | null;
}
export interface DiffEntry {
  vulnerability_id: string;
  severity: Severity;
  ip: string;
  name: string;
  package: string | null;
  port: number | null;
  transport: string | null;
  why?: string;
  explanation: string;
}

const MAX_ROWS = 50; // of one list; other formats contain all
const MAX = { host: 40, subject: 32, reason: 100, service: 100, detail: 90 };

/** Renders the diff of a task as text. `width`: columns of the terminal; undefined: unlimited. */
export function renderDiff(diff: DiffResponse, paint: Painter, width?: number): string {
  const finished = new Date(diff.finished_at * 1000).toISOString().slice(0, 16).replace('T', ' ');
  const first = diff.base_task_id === null ? ', first task: everything is new' : '';
  return [
    `${paint.bold(diff.number_task)}  ${finished} UTC, ${diff.status}${first}\n`,
    `${renderCounts(diff.summary, paint)}\n`,
    renderFindings('New', diff.new, paint, width),
    renderFindings('Fixed', diff.fixed, paint, width),
    renderFindings('Changed', diff.changed, paint, width),
    renderServices(diff, width),
    renderNotCompared(diff, width),
  ].join('');
}

function renderCounts(summary: DiffResponse['summary'], paint: Painter): string {
  const { accepted, not_compared: notCompared } = summary;
  return [
    summary.new > 0 ? paint.red(`${summary.new} new`) : '0 new',
    summary.fixed > 0 ? paint.green(`${summary.fixed} fixed`) : '0 fixed',
    `${summary.changed} changed`,
    `${summary.unchanged} unchanged`,
    ...(accepted > 0 ? [`${accepted} accepted`] : []),
    ...(notCompared > 0 ? [paint.yellow(`${notCompared} not compared`)] : []),
  ].join(', ');
}

/** Renders a list of findings, most severe first; empty without findings. */
export function renderFindings(
  title: string,
  entries: readonly DiffEntry[],
  paint: Painter,
  width?: number,
): string {
  if (entries.length === 0) return '';
  const sorted = entries.toSorted(
    (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity),
  );
  const rows = sorted
    .slice(0, MAX_ROWS)
    .map((e) => [
      e.severity,
      printable(e.vulnerability_id),
      renderHost(e),
      shorten(printable(e.package ?? `${e.port}/${e.transport}`), MAX.subject),
      shorten(printable(e.why ?? e.explanation), MAX.reason),
    ]);
  return `\n${paint.bold(title)}\n${responsiveTable(rows, width)}${renderMore(entries.length)}`;
}

const renderMore = (count: number): string =>
  count > MAX_ROWS
    ? `  … and ${count - MAX_ROWS} more (use --format html, csv or json for all)\n`
    : '';

const renderHost = ({ ip, name }: { ip: string; name: string }): string =>
  shorten(printable(name === ip ? ip : `${name} (${ip})`), MAX.host);

function renderServices(diff: DiffResponse, width?: number): string {
  const rows = (['opened', 'closed', 'changed'] as const).flatMap((change) =>
    diff.services[change].map(({ ip, port, transport, before, after }) => [
      change,
      ip,
      `${port}/${transport}`,
      shorten(printable(serviceChangeText(before, after)), MAX.service),
    ]),
  );
  if (rows.length === 0) return '';
  const table = responsiveTable(rows.slice(0, MAX_ROWS), width);
  return `\nServices\n${table}${renderMore(rows.length)}`;
}

function renderNotCompared({ not_compared: entries }: DiffResponse, width?: number): string {
  if (entries.length === 0) return '';
  const rows = entries.slice(0, MAX_ROWS).map((entry) => {
    const detail = [entry.ports && `ports ${entry.ports}`, entry.detail].filter(Boolean);
    return [
      renderHost(entry),
      entry.reason.replaceAll('_', ' '),
      shorten(printable(detail.join(': ')), MAX.detail),
    ];
  });
  const table = responsiveTable(rows, width);
  return `\nNot compared (previous findings kept)\n${table}${renderMore(entries.length)}`;
}
