import { printable } from '../../lib/text.js';
import type { SEVERITIES } from '../../knowledge/records.js';
import type { NotCompared, ReportHost, ServiceEntry } from '../diff.js';
import type { EntryView } from '../present/entry-view.js';
import { countText, reasonText, serviceEntryText } from '../present/text.js';

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes untrusted text for the content of an element or a quoted attribute. */
export const escapeHtml = (text: string): string =>
  printable(text).replace(/[&<>"']/g, (c) => ENTITIES[c] ?? c);

/**
 * Renders a link if the URL is an HTTP(S) URL without markup characters, otherwise only the text.
 * @internal
 */
export function renderLink(url: string | null, text: string): string {
  const isWeb = url !== null && /^https?:\/\/[^\s"'<>]+$/i.test(url) && URL.canParse(url);
  return isWeb
    ? `<a href="${escapeHtml(url)}" rel="noreferrer noopener">${escapeHtml(text)}</a>`
    : escapeHtml(text);
}

/** Renders a severity as color and text: color alone is not accessible. */
const severityMark = (severity: (typeof SEVERITIES)[number]): string =>
  `<span class="sev"><i class="s-${severity}"></i>${severity}</span>`;

/** Equal entries of several hosts. */
interface EntryGroup {
  first: EntryView;
  hosts: ReportHost[];
}

/**
 * Groups entries that are equal except for their host. A fleet often has one vulnerability in the same
 * package on many hosts.
 */
export function groupEntries(entries: Iterable<EntryView>): EntryGroup[] {
  const groups = new Map<string, EntryGroup>();
  for (const view of entries) {
    const { host, fact, before, after, accepted } = view.entry;
    const key = JSON.stringify([
      fact.vulnerability_id,
      fact.severity,
      fact.package,
      fact.port,
      fact.transport,
      before?.installed_version,
      after?.installed_version,
      fact.fixed_version,
      view.why,
      accepted,
    ]);
    const group = groups.get(key);
    if (group) group.hosts.push(host);
    else groups.set(key, { first: view, hosts: [host] });
  }
  return [...groups.values()];
}

/**
 * Renders a table. Rows beyond `maxRows` are counted below it.
 * @param toCells HTML
 */
export function* renderHtmlTable<T>(
  head: readonly string[],
  items: readonly T[],
  maxRows: number,
  toCells: (item: T) => string[],
): Generator<string> {
  yield `<table><thead><tr>${head.map((h) => `<th>${h}</th>`).join('')}</tr></thead><tbody>`;
  for (const item of items.slice(0, maxRows)) {
    const cells = toCells(item).map(
      (c, i) => `<td data-l="${i === 0 ? '' : (head[i] ?? '')}">${c}</td>`,
    );
    yield `<tr>${cells.join('')}</tr>`;
  }
  yield '</tbody></table>';
  if (items.length > maxRows)
    yield `<p class="note">${countText(items.length - maxRows, 'more row')} of lower severity or later hosts: see the CSV or JSON format of this report.</p>`;
}

const hostText = ({ ip, name }: ReportHost): string =>
  name === ip ? escapeHtml(ip) : `${escapeHtml(name)} <span class="dim">${escapeHtml(ip)}</span>`;

const MAX_INLINE_HOSTS = 3;
const MAX_LISTED_HOSTS = 200;

function hostsCell(hosts: readonly ReportHost[]): string {
  if (hosts.length <= MAX_INLINE_HOSTS) return hosts.map(hostText).join('<br>');
  const rest = hosts.length - MAX_LISTED_HOSTS;
  const listed = hosts.slice(0, MAX_LISTED_HOSTS).map(hostText).join(', ');
  const more = rest > 0 ? `, and ${countText(rest, 'more', 'more')}` : '';
  return `<details><summary>${countText(hosts.length, 'host')}</summary>${listed}${more}</details>`;
}

/** Returns the cells of a finding: severity, vulnerability, where, hosts, why. */
export function findingCells(
  { first: { kind, entry, finding, why }, hosts }: EntryGroup,
  isTaskReport: boolean,
): string[] {
  const { title, vulnerability_id } = finding;
  const titleHtml =
    title === vulnerability_id ? '' : `<span class="title">${escapeHtml(title)}</span>`;
  const marks = [
    finding.kev && '<span class="tag kev">exploited</span>',
    finding.confidence === 'possible' && '<span class="tag">possible</span>',
    entry.accepted && '<span class="tag">accepted</span>',
  ]
    .filter(Boolean)
    .join(' ');
  const shownSide = kind === 'fixed' ? entry.before : entry.after;
  return [
    severityMark(finding.severity),
    `${renderLink(finding.advisory_url, vulnerability_id)} ${marks}${titleHtml}`,
    locationText(finding, shownSide?.installed_version ?? null),
    hostsCell(hosts),
    escapeHtml(isTaskReport ? finding.explanation : why),
  ];
}

function locationText(
  { package: name, port, transport, fixed_version }: EntryView['finding'],
  version: string | null,
): string {
  const tag = version === null ? '' : ` <span class="tag">${escapeHtml(version)}</span>`;
  const fix =
    fixed_version === null
      ? ''
      : `<span class="title">fixed in ${escapeHtml(fixed_version)}</span>`;
  return `${escapeHtml(name ?? `${port}/${transport}`)}${tag}${fix}`;
}

/** Returns the cells of a host or port that was not compared: host, why, detail. */
export const notComparedHtmlCells = (n: NotCompared): string[] => [
  hostText(n),
  escapeHtml(reasonText(n.reason)),
  `${n.detail === null ? '' : escapeHtml(n.detail)}${n.ports === null ? '' : ` Ports ${escapeHtml(n.ports)}.`}`,
];

/** Returns the cells of a service: change, port, service, host. */
export const serviceCells = (change: string, s: ServiceEntry): string[] => [
  change,
  `${s.port}/${s.transport}`,
  escapeHtml(serviceEntryText(s)),
  hostText(s.host),
];
