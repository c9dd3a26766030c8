import { SEVERITIES, type Severity } from '../../knowledge/records.js';
import { serviceChangeText } from '../../reports/present/text.js';
import { responsiveTable } from '../output/fitting-table.js';
import { pluralize, printable, shorten, type Painter } from '../output/text.js';

/** A diff as the service tells it, as far as a table shows it. */
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

const ROWS = 50; // of one list; the whole is in the other formats

/** One task's differences, for a person. `width`: columns of the terminal; undefined: lines as long as they need to be. */
export function diffText(diff: DiffResponse, paint: Painter, width?: number): string {
  const { summary } = diff;
  const when = new Date(diff.finished_at * 1000).toISOString().slice(0, 16).replace('T', ' ');
  const head = `${paint.bold(diff.number_task)}  ${when} UTC, ${diff.status}${diff.base_task_id === null ? ', the first: everything is new' : ''}\n`;
  const counts = [
    summary.new > 0 ? paint.red(`${summary.new} new`) : '0 new',
    summary.fixed > 0 ? paint.green(`${summary.fixed} fixed`) : '0 fixed',
    `${summary.changed} changed`,
    `${summary.unchanged} unchanged`,
    ...(summary.accepted > 0 ? [`${summary.accepted} accepted`] : []),
    ...(summary.not_compared > 0 ? [paint.yellow(`${summary.not_compared} not compared`)] : []),
  ].join(', ');
  return `${head}${counts}\n${findings('New', diff.new, paint, width)}${findings('Fixed', diff.fixed, paint, width)}${findings('Changed', diff.changed, paint, width)}${services(diff, width)}${notCompared(diff, width)}`;
}

/** A list of findings, the worst first. */
export function findings(
  title: string,
  entries: readonly DiffEntry[],
  paint: Painter,
  width?: number,
): string {
  if (entries.length === 0) return '';
  const sorted = [...entries].sort(
    (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity),
  );
  const rows = sorted
    .slice(0, ROWS)
    .map((e) => [
      e.severity,
      printable(e.vulnerability_id),
      hostOf(e),
      shorten(printable(e.package ?? `${e.port}/${e.transport}`), 32),
      shorten(printable(e.why ?? e.explanation), 100),
    ]);
  return `\n${paint.bold(title)}\n${responsiveTable(rows, width)}${more(entries.length)}`;
}

const more = (n: number): string =>
  n > ROWS ? `  … and ${pluralize(n - ROWS, 'more')}: --format html, csv or json tell all\n` : '';
const hostOf = ({ ip, name }: { ip: string; name: string }): string =>
  shorten(printable(name === ip ? ip : `${name} (${ip})`), 40);

function services(diff: DiffResponse, width?: number): string {
  const rows = (['opened', 'closed', 'changed'] as const).flatMap((how) =>
    diff.services[how].map(({ ip, port, transport, before, after }) => [
      how,
      ip,
      `${port}/${transport}`,
      shorten(printable(serviceChangeText(before, after)), 100),
    ]),
  );
  return rows.length === 0
    ? ''
    : `\nServices\n${responsiveTable(rows.slice(0, ROWS), width)}${more(rows.length)}`;
}

function notCompared(diff: DiffResponse, width?: number): string {
  if (diff.not_compared.length === 0) return '';
  const rows = diff.not_compared
    .slice(0, ROWS)
    .map((n) => [
      hostOf(n),
      n.reason.replaceAll('_', ' '),
      shorten(printable([n.ports && `ports ${n.ports}`, n.detail].filter(Boolean).join(': ')), 90),
    ]);
  return `\nNot compared (what was known stays)\n${responsiveTable(rows, width)}${more(diff.not_compared.length)}`;
}
