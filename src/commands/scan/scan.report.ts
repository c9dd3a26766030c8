import type Table from 'cli-table3';
import type { ServiceResponse } from '../../services/services.schemas.js';
import { plainTable } from '../output/table.js';
import { findingCount, findingLines } from './scan.findings.js';
import { serviceInfo } from './scan.info.js';
import { outcomeLines } from './scan.outcomes.js';
import type { ScannedHost } from './scan.results.js';
import { pluralize, duration, printable, shorten, type Painter } from '../output/text.js';

export interface ScanReportOptions {
  /** columns of the terminal; undefined: lines as long as they need to be */
  width: number | undefined;
  paint: Painter;
  /** Unix seconds, to tell an expired certificate */
  now: number;
}

const HEAD = ['PORT', 'SERVICE', 'PRODUCT', 'VERSION'];
const LONGEST = [9, 16, 32, 44];
const GAP = 2;
const INDENT = '  ';
const SPAN_EXTRA = 3; // what cli-table3 adds to a cell over four columns, for lines between them
const LEAST_INFO = 34; // with less room at the right, it stands in a line of its own

/** The hosts with their open ports, then those without any, then those that gave nothing. Empty, or with a line end. */
export function renderHosts(hosts: readonly ScannedHost[], options: ScanReportOptions): string {
  const done = hosts.filter((h) => h.outcome === 'done');
  const open = hosts.filter((h) => h.services.length > 0); // also of a host whose scan was broken off
  const widths = columnWidths(open.flatMap((h) => h.services.map(cells)));
  const blocks = open.map(
    (h) =>
      `${title(h, options.paint)}\n${block(h.services, widths, options)}${findingLines(h.findings, options.paint)}`,
  );
  const rest = [
    ...done
      .filter((h) => h.services.length === 0)
      .map((h) => `${title(h, options.paint)}  no open ports`),
    ...outcomeLines(hosts),
  ];
  return [...blocks, rest.map((line) => `${line}\n`).join('')].filter(Boolean).join('\n');
}

/** `3 hosts, 7 open ports, 12.3 s (TASK-00012)`; where not every host gave a result: `2 of 3 hosts, …`. */
export function closingLine(hosts: readonly ScannedHost[], ms: number, numberTask: string): string {
  const done = hosts.filter((h) => h.outcome === 'done').length;
  const ports = hosts.reduce((sum, h) => sum + h.services.length, 0);
  const parts = [
    `${done === hosts.length ? '' : `${done} of `}${pluralize(hosts.length, 'host')}`,
    pluralize(ports, 'open port'),
    findingCount(hosts.flatMap((h) => h.findings)),
    duration(ms),
  ];
  return `${parts.filter(Boolean).join(', ')} (${numberTask})`;
}

function title({ ip, name }: ScannedHost, paint: Painter): string {
  return paint.bold(ip) + (name === ip || name === '' ? '' : `  ${printable(name)}`);
}

function cells(s: ServiceResponse): string[] {
  const service =
    s.service === null ? 'unknown' : s.service + (s.confidence === 'possible' ? '?' : '');
  const version = [s.version, s.revision && `(${s.revision})`].filter(Boolean).join(' ');
  return [`${s.port}/${s.transport}`, service, s.product ?? '', version].map((text, i) =>
    shorten(printable(text), LONGEST[i] ?? 0),
  );
}

function columnWidths(rows: readonly string[][]): number[] {
  return HEAD.map(
    (head, i) =>
      rows.reduce((widest, row) => Math.max(widest, row[i]?.length ?? 0), head.length) + GAP,
  );
}

function block(
  services: readonly ServiceResponse[],
  widths: readonly number[],
  { width, paint, now }: ScanReportOptions,
): string {
  const used = widths.reduce((a, b) => a + b, INDENT.length);
  const room = width === undefined ? null : width - used;
  const aside = room === null || room >= LEAST_INFO;
  const rows = services.flatMap((s): Table.HorizontalTableRow[] => {
    const [port = '', ...others] = cells(s);
    const info = serviceInfo(s, now, paint);
    const row = [paint.green(port), ...others, aside ? info : ''];
    return aside || info === '' ? [row] : [row, ['', { colSpan: HEAD.length, content: info }]];
  });
  return plainTable(
    [...HEAD, ''].map((h) => paint.dim(h)),
    rows,
    { gap: 0, indent: INDENT, widths: [...widths, aside ? room : Math.max(1, room - SPAN_EXTRA)] },
  );
}
