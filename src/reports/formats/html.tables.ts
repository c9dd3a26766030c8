import type { NotCompared, ReportHost, ServiceEntry } from '../diff.js';
import type { EntryView } from '../present/entry-view.js';
import type { EntryGroup } from './html.groups.js';
import { escapeHtml, link, severityMark } from './html.text.js';
import { plural, reasonText, serviceEntryText } from '../present/text.js';

/** @param most rows; what is beyond is counted, never dropped in silence */
export function* table<T>(
  head: readonly string[],
  items: readonly T[],
  most: number,
  row: (item: T) => string[],
): Generator<string> {
  yield `<table><thead><tr>${head.map((h) => `<th>${h}</th>`).join('')}</tr></thead><tbody>`;
  for (const item of items.slice(0, most))
    yield `<tr>${row(item)
      .map((c, i) => `<td data-l="${i === 0 ? '' : (head[i] ?? '')}">${c}</td>`)
      .join('')}</tr>`;
  yield '</tbody></table>';
  if (items.length > most)
    yield `<p class="note">${plural(items.length - most, 'more row')} of lesser severity or later hosts: they are in the CSV and JSON forms of this report.</p>`;
}

const hostText = ({ ip, name }: ReportHost): string =>
  name === ip ? escapeHtml(ip) : `${escapeHtml(name)} <span class="dim">${escapeHtml(ip)}</span>`;
const SHOWN = { hosts: 3, listed: 200 };

function hostsCell(hosts: readonly ReportHost[]): string {
  if (hosts.length <= SHOWN.hosts) return hosts.map(hostText).join('<br>');
  const rest =
    hosts.length > SHOWN.listed ? `, and ${plural(hosts.length - SHOWN.listed, 'more')}` : '';
  return `<details><summary>${plural(hosts.length, 'host')}</summary>${hosts.slice(0, SHOWN.listed).map(hostText).join(', ')}${rest}</details>`;
}

/** A row for findings: severity, vulnerability, where, hosts, why. */
export function findingRow(
  { first: { kind, entry, told, why }, hosts }: EntryGroup,
  isFound: boolean,
): string[] {
  const title =
    told.title === told.vulnerability_id
      ? ''
      : `<span class="title">${escapeHtml(told.title)}</span>`;
  const marks = [
    told.kev && '<span class="tag kev">exploited</span>',
    told.confidence === 'possible' && '<span class="tag">possible</span>',
    entry.accepted && '<span class="tag">accepted</span>',
  ]
    .filter(Boolean)
    .join(' ');
  const reason = isFound ? escapeHtml(told.explanation) : escapeHtml(why);
  const there = kind === 'fixed' ? entry.before : entry.after;
  return [
    severityMark(told.severity),
    `${link(told.advisory_url, told.vulnerability_id)} ${marks}${title}`,
    whereText(told, there?.installed_version ?? null),
    hostsCell(hosts),
    reason,
  ];
}

function whereText(
  { package: name, port, transport, fixed_version }: EntryView['told'],
  version: string | null,
): string {
  const fix =
    fixed_version === null
      ? ''
      : `<span class="title">fixed in ${escapeHtml(fixed_version)}</span>`;
  return `${escapeHtml(name ?? `${port}/${transport}`)}${version === null ? '' : ` <span class="tag">${escapeHtml(version)}</span>`}${fix}`;
}

export const notComparedRow = (n: NotCompared): string[] => [
  hostText(n),
  escapeHtml(reasonText(n.reason)),
  `${n.detail === null ? '' : escapeHtml(n.detail)}${n.ports === null ? '' : ` Ports ${escapeHtml(n.ports)}.`}`,
];

export const serviceRow = (how: string, s: ServiceEntry): string[] => [
  how,
  `${s.port}/${s.transport}`,
  escapeHtml(serviceEntryText(s)),
  hostText(s.host),
];
