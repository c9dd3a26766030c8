import { mapBy } from '../../lib/collections.js';
import { pluralize, printable, shorten } from '../../lib/text.js';
import { movedText, portChangeWord, serviceChangeText } from '../../reports/present/text.js';
import { plainTable } from '../output/table.js';
import { formatTimeAgo, wrapText } from '../output/text.js';
import type { Since, SinceFinding, SinceNotCompared, SincePort } from './scan.since.js';

const MAX_ROWS = 10; // of one kind; `hostwarden diff` lists all
const MAX_LISTED_IPS = 3;
const MAX_TEXT = 100;
const MIN_TEXT = 20;
const INDENT = '  ';
const GAP = 2;

/**
 * Renders what changed since the previous scan: a sentence, then a line for each change.
 * @param width columns of the terminal; undefined: unlimited
 * @param now Unix seconds
 */
export function renderSince(all: Since, now: number, width?: number): string {
  // The coverage of this scan names hosts that were not matched; their ports were compared.
  const not_compared = all.not_compared.filter(({ reason }) => reason !== 'not_matched');
  const since = { ...all, not_compared };
  const age = formatTimeAgo(now - since.finished_at);
  const headline = `Since ${since.number_task} (${age}): ${renderCounts(since)}.`;
  return `${wrapText(headline, width, INDENT)}\n${renderRows(listRows(since), width)}`;
}

function renderCounts(since: Since): string {
  const { ports_opened: opened, ports_closed: closed, ports_changed: replaced } = since;
  const { new: found, fixed, changed, not_compared: notCompared } = since;
  const newHosts = new Set(opened.filter((p) => p.baseline === 'host').map(({ ip }) => ip));
  const changes = [
    count(since.moved.length, (n) => `${pluralize(n, 'device')} moved`),
    count(newHosts.size, (n) => pluralize(n, 'new host')),
    countPorts(
      opened.filter(({ baseline }) => baseline == null),
      'new open port',
    ),
    countPorts(
      opened.filter(({ baseline }) => baseline === 'port'),
      'port seen for the first time',
      'ports seen for the first time',
    ),
    countPorts(closed, 'closed port'),
    count(replaced.length, (n) => pluralize(n, 'changed service')),
    count(found.length, (n) => pluralize(n, 'new finding')),
    count(fixed.length, (n) => `${pluralize(n, 'finding')} fixed`),
    count(changed.length, (n) => `${pluralize(n, 'finding')} changed`),
  ].filter(Boolean);
  const missing = renderMissing(notCompared);
  if (changes.length > 0) return [...changes, missing].filter(Boolean).join(', ');
  return missing === '' ? 'no change' : `no change in what was compared; ${missing}`;
}

const count = (n: number, text: (n: number) => string): string => (n > 0 ? text(n) : '');

function countPorts(ports: readonly SincePort[], noun: string, many?: string): string {
  const [first] = ports;
  if (first === undefined) return '';
  const service = first.service === null ? '' : ` ${printable(first.service)}`;
  const name = ports.length === 1 ? ` (${first.port}/${first.transport}${service})` : '';
  return pluralize(ports.length, noun, many) + name;
}

/** `1 host not compared`, `2 hosts not compared, 1 host compared in part` */
function renderMissing(entries: readonly SinceNotCompared[]): string {
  const countHosts = (some: readonly SinceNotCompared[]): number =>
    new Set(some.map(({ ip }) => ip)).size;
  const whole = countHosts(entries.filter(({ ports }) => ports === null));
  const part = countHosts(entries.filter(({ ports }) => ports !== null));
  return [
    count(whole, (n) => `${pluralize(n, 'host')} not compared`),
    count(part, (n) => `${pluralize(n, 'host')} compared in part`),
  ]
    .filter(Boolean)
    .join(', ');
}

/** Kind of the change, host, port or package, text. */
type Row = [string, string, string, string];

function listRows(since: Since): Row[] {
  return [
    ...limit(since.moved.map((m) => ['moved', m.to.ip, '', printable(movedText(m))])),
    ...limit(since.ports_opened.map(portRow)),
    ...limit(since.ports_closed.map(portRow)),
    ...limit(since.ports_changed.map(portRow)),
    ...limit(since.new.map(findingRow('new'))),
    ...limit(since.fixed.map(findingRow('fixed'))),
    ...limit(since.changed.map(findingRow('changed'))),
    ...limit(notComparedRows(since.not_compared)),
  ];
}

function limit(rows: Row[]): Row[] {
  const omitted = rows.length - MAX_ROWS;
  if (omitted <= 0) return rows;
  return [...rows.slice(0, MAX_ROWS), ['', '', '', `… and ${omitted} more`]];
}

const portRow = ({ ip, port, transport, before, after, baseline }: SincePort): Row => [
  portChangeWord({ before, after, baseline }),
  ip,
  `${port}/${transport}`,
  printable(serviceChangeText(before, after)),
];

const findingRow =
  (kind: string) =>
  ({
    ip,
    severity,
    vulnerability_id,
    title,
    package: name,
    port,
    transport,
  }: SinceFinding): Row => [
    kind,
    ip,
    printable(name ?? `${port}/${transport}`),
    printable(`${severity} ${vulnerability_id} ${title}`),
  ];

/** One row for each reason: of 254 hosts of a network, most never respond. */
function notComparedRows(entries: readonly SinceNotCompared[]): Row[] {
  const byReason = mapBy(entries, ({ reason, ports }) =>
    ports === null ? reason : `${reason}: ${ports}`,
  );
  return [...byReason].map(([reason, some]) => {
    const ips = [...new Set(some.map(({ ip }) => ip))];
    const hosts = ips.length <= MAX_LISTED_IPS ? ips.join(', ') : pluralize(ips.length, 'host');
    return ['not compared', hosts, '', printable(reason.replaceAll('_', ' '))];
  });
}

function renderRows(rows: readonly Row[], width: number | undefined): string {
  if (rows.length === 0) return '';
  const used = [0, 1, 2]
    .map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)) + GAP)
    .reduce((a, b) => a + b, INDENT.length);
  const max = width === undefined ? MAX_TEXT : Math.max(MIN_TEXT, width - used);
  const cells = rows.map(([kind, host, place, text]) => [kind, host, place, shorten(text, max)]);
  return plainTable([], cells, { indent: INDENT });
}
