import type Table from 'cli-table3';
import { pluralize, printable, shorten } from '../../lib/text.js';
import type { ServiceResponse } from '../../services/services.schemas.js';
import { formatDate, SECONDS_PER_DAY } from '../../lib/times.js';
import { plainTable } from '../output/table.js';
import { formatDuration, type Painter } from '../output/text.js';
import type { TaskReportBody } from '../report/report.body.js';
import { renderFindingCount, renderFindingLines } from './scan.findings.js';
import { renderOutcomes } from './scan.outcomes.js';
import type { ScannedHost } from './scan.results.js';

export interface ScanReportOptions {
  /** columns of the terminal; undefined: unlimited */
  width: number | undefined;
  paint: Painter;
  /** Unix seconds; marks expired certificates */
  now: number;
}

const HEAD = ['PORT', 'SERVICE', 'PRODUCT', 'VERSION'];
const MAX_CELL = [9, 16, 32, 44];
const MAX_TITLE = 60;
const MAX_BANNER = 80;
const GAP = 2;
const INDENT = '  ';
const SPAN_EXTRA = 3; // cli-table3 adds the width of the borders to a cell that spans four columns
const MIN_INFO_WIDTH = 34; // with less space in the last column, the information is on its own line
const EXPIRES_SOON = 30 * SECONDS_PER_DAY; // seconds

/**
 * Renders hosts with open ports, then hosts without, then hosts without a result. The text is empty or ends
 * with a line feed.
 */
export function renderHosts(hosts: readonly ScannedHost[], options: ScanReportOptions): string {
  const { paint } = options;
  const withServices = hosts.filter((h) => h.services.length > 0); // includes stopped scans
  const withoutServices = hosts.filter((h) => h.outcome === 'done' && h.services.length === 0);
  const widths = columnWidths(withServices.flatMap((h) => h.services.map(renderCells)));
  const blocks = withServices.map((h) => {
    const services = renderServices(h.services, widths, options);
    return `${renderTitle(h, paint)}\n${services}${renderFindingLines(h.findings, paint)}`;
  });
  const lines = [
    ...withoutServices.map((h) => `${renderTitle(h, paint)}  ${noPortsText(h)}`),
    ...renderOutcomes(hosts),
  ];
  return [...blocks, lines.map((line) => `${line}\n`).join('')].filter(Boolean).join('\n');
}

/** `3 hosts, 7 open ports, 12.3 s (TASK-00012)`; with hosts without a result: `2 of 3 hosts, …`. */
export function renderSummary(
  hosts: readonly ScannedHost[],
  { summary, number_task }: Pick<TaskReportBody, 'summary' | 'number_task'>,
  ms: number,
): string {
  const done = hosts.filter((h) => h.outcome === 'done').length;
  const known = hosts.filter((h) => !h.isUnanswered).length;
  const ports = hosts.reduce((sum, h) => sum + h.services.length, 0);
  const parts = [
    `${done === known ? '' : `${done} of `}${pluralize(known, 'host')}`,
    pluralize(ports, 'open port'),
    renderFindingCount(summary),
    formatDuration(ms),
  ];
  return `${parts.filter(Boolean).join(', ')} (${number_task})`;
}

const noPortsText = ({ coverage }: ScannedHost): string =>
  coverage.services.reason === 'no_answer' ? 'no open port answered' : 'no open ports';

function renderTitle({ ip, name }: ScannedHost, paint: Painter): string {
  return paint.bold(ip) + (name === ip || name === '' ? '' : `  ${printable(name)}`);
}

function renderCells(s: ServiceResponse): string[] {
  const uncertain = s.confidence === 'possible' ? '?' : '';
  const service = s.service === null ? 'unknown' : s.service + uncertain;
  const version = [s.version, s.revision && `(${s.revision})`].filter(Boolean).join(' ');
  const cells = [`${s.port}/${s.transport}`, service, s.product ?? '', version];
  return cells.map((text, i) => shorten(printable(text), MAX_CELL[i] ?? 0));
}

function columnWidths(rows: readonly string[][]): number[] {
  return HEAD.map(
    (head, i) =>
      rows.reduce((widest, row) => Math.max(widest, row[i]?.length ?? 0), head.length) + GAP,
  );
}

function renderServices(
  services: readonly ServiceResponse[],
  widths: readonly number[],
  { width, paint, now }: ScanReportOptions,
): string {
  const used = widths.reduce((a, b) => a + b, INDENT.length);
  const infoWidth = width === undefined ? null : width - used;
  const isLastColumn = infoWidth === null || infoWidth >= MIN_INFO_WIDTH;
  const rows = services.flatMap((s): Table.HorizontalTableRow[] => {
    const [port = '', ...others] = renderCells(s);
    const info = renderServiceInfo(s, now, paint);
    const row = [paint.green(port), ...others, isLastColumn ? info : ''];
    if (isLastColumn || info === '') return [row];
    return [row, ['', { colSpan: HEAD.length, content: info }]];
  });
  const lastWidth = isLastColumn ? infoWidth : Math.max(1, infoWidth - SPAN_EXTRA);
  return plainTable(
    [...HEAD, ''].map((h) => paint.dim(h)),
    rows,
    { gap: 0, indent: INDENT, widths: [...widths, lastWidth] },
  );
}

type InfoSource = Pick<ServiceResponse, 'product' | 'banner' | 'tls' | 'details' | 'confidence'>;

/**
 * Renders page title, certificate and missing authentication of a service, otherwise its banner.
 * @internal
 */
export function renderServiceInfo(s: InfoSource, now: number, paint: Painter): string {
  const { title, authentication } = s.details;
  const parts = [
    authentication === false ? paint.yellow('no login needed') : '',
    typeof title === 'string' && title !== '' ? `"${shorten(printable(title), MAX_TITLE)}"` : '',
    s.tls ? renderTls(s.tls, now, paint) : '',
  ].filter(Boolean);
  if (parts.length === 0 && s.product === null && s.banner)
    return paint.dim(shorten(printable(s.banner), MAX_BANNER));
  return parts.join('; ');
}

function renderTls(
  { version, subject, not_after, self_signed }: NonNullable<ServiceResponse['tls']>,
  now: number,
  paint: Painter,
): string {
  return [
    printable(version),
    shorten(printable(subject), MAX_TITLE),
    self_signed ? 'self-signed' : '',
    renderExpiry(not_after, now, paint),
  ]
    .filter(Boolean)
    .join(', ');
}

function renderExpiry(notAfter: number, now: number, paint: Painter): string {
  const date = formatDate(notAfter);
  if (notAfter < now) return paint.red(`expired ${date}`);
  return notAfter < now + EXPIRES_SOON ? paint.yellow(`expires ${date}`) : `expires ${date}`;
}
