import { countText, formatCount, printable } from '../../lib/text.js';
import type { SEVERITIES } from '../../knowledge/records.js';
import type { NotCompared, ServiceEntry } from '../diff.js';
import { reasonText, serviceEntryText } from '../present/text.js';

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Printable ASCII without markup characters, in words with one space between them: nearly all text. */
const IS_PLAIN = /^[!#-%(-;=?-~]+(?: [!#-%(-;=?-~]+)*$/;

/** Escapes untrusted text for the content of an element or a quoted attribute. */
export const escapeHtml = (text: string): string => {
  if (IS_PLAIN.test(text)) return text;
  const safe = printable(text);
  return /[&<>"']/.test(safe) ? safe.replace(/[&<>"']/g, (c) => ENTITIES[c] ?? c) : safe;
};

/** Renders a link if the URL is an HTTP(S) URL without markup characters, otherwise only the text. */
export function renderLink(url: string | null, text: string): string {
  const isWeb = url !== null && /^https?:\/\/[^\s"'<>]+$/i.test(url) && URL.canParse(url);
  return isWeb
    ? `<a href="${escapeHtml(url)}" rel="noreferrer noopener">${escapeHtml(text)}</a>`
    : escapeHtml(text);
}

/** Renders a severity as color and text: color alone is not accessible. */
export const severityMark = (severity: (typeof SEVERITIES)[number]): string =>
  `<span class="sev"><i class="s-${severity}"></i>${severity}</span>`;

/** Renders `fixes 50 vulnerabilities (1 known exploited)`, which is no foreign text, with that number in color. */
export const exploitedHtml = (text: string): string =>
  text.replace(/\(\d+ known exploited\)/, '<b class="exploited">$&</b>');

/** Renders a heading with a count. */
export const renderHeading = (level: 'h2' | 'h3', title: string, count: number | string): string =>
  `<${level}>${title} <span class="dim">${typeof count === 'number' ? formatCount(count) : count}</span></${level}>`;

/** A cell: HTML, and the value that its column is sorted by; without one, its text. */
export interface Cell {
  html: string;
  value?: number;
}

/** Options of a table. `maxRows`: rows beyond are counted below it; `maxPrinted`: rows beyond are not printed. */
interface TableOptions<T> {
  style?: string;
  maxRows: number;
  maxPrinted?: number;
  /** attributes of a row, with a leading space */
  attributes?: (item: T) => string;
}

/** Renders a table. */
export function* renderHtmlTable<T>(
  head: readonly string[],
  items: readonly T[],
  { style = '', maxRows, maxPrinted = Infinity, attributes = () => '' }: TableOptions<T>,
  toCells: (item: T) => (string | Cell)[],
): Generator<string> {
  const styles = style === '' ? '' : ` class="${style}"`;
  yield `<table${styles}><thead><tr>${head.map((h) => `<th>${h}</th>`).join('')}</tr></thead><tbody>`;
  for (const [i, item] of items.slice(0, maxRows).entries()) {
    const printed = i < maxPrinted ? '' : ' class="np"';
    let row = `<tr${printed}${attributes(item)}>`;
    for (const [n, cell] of toCells(item).entries())
      row += renderCell(cell, n === 0 ? '' : (head[n] ?? ''));
    yield `${row}</tr>`;
  }
  yield '</tbody></table>';
  const shown = Math.min(items.length, maxRows);
  if (items.length > maxRows)
    yield (
      `<p class="note">${countText(items.length - maxRows, 'more row')}: ` +
      'see the CSV or JSON format of this report.</p>'
    );
  if (shown > maxPrinted)
    yield (
      `<p class="note po">${countText(items.length - maxPrinted, 'more row')}: ` +
      'see the CSV format of this report.</p>'
    );
}

function renderCell(cell: string | Cell, label: string): string {
  if (typeof cell === 'string') return `<td data-l="${label}">${cell}</td>`;
  const { html, value } = cell;
  const sortValue = value === undefined ? '' : ` data-v="${value}"`;
  return `<td data-l="${label}"${sortValue}>${html}</td>`;
}

/** Renders a host: its name, with the address if that differs. */
export const hostHtml = ({ ip, name }: { ip: string; name: string }): string =>
  name === ip ? escapeHtml(ip) : `${escapeHtml(name)} <span class="dim">${escapeHtml(ip)}</span>`;

/** Returns the cells of a host or port that was not compared: host, why, detail. */
export const notComparedHtmlCells = (n: NotCompared): string[] => [
  hostHtml(n),
  escapeHtml(reasonText(n.reason)),
  `${n.detail === null ? '' : escapeHtml(n.detail)}${n.ports === null ? '' : ` Ports ${escapeHtml(n.ports)}.`}`,
];

/** Returns the cells of a service: change, port, service, host. */
export const serviceCells = (change: string, s: ServiceEntry): string[] => [
  change,
  `${s.port}/${s.transport}`,
  escapeHtml(serviceEntryText(s)),
  hostHtml(s.host),
];
