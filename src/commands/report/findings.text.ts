import { mapBy } from '../../lib/collections.js';
import { printable } from '../../lib/text.js';
import { epssText, findingMarks } from '../../reports/present/marks.js';
import { countText } from '../../reports/present/text.js';
import { plainTable } from '../output/table.js';
import { shorten, type Painter } from '../output/text.js';
import type { TextStyle } from './lead.text.js';
import type { ReportedFinding } from './report.body.js';

const MAX_GROUPS = 50; // of one list; other formats contain all
const MAX_LINES = 3; // of one group
const MAX = { host: 40, subject: 32, text: 160 };
const INDENT = '  ';
const DETAIL_INDENT = '        ';

/**
 * Renders a list of findings by host and package or port, highest risk first, with the worst vulnerabilities of each and
 * its remedy; empty without findings. Accepted findings follow the others.
 * @param entries highest risk first
 */
export function renderFindings(
  title: string,
  entries: readonly ReportedFinding[],
  { paint, width }: Pick<TextStyle, 'paint' | 'width'>,
): string {
  if (entries.length === 0) return '';
  const groups = [...mapBy(entries, groupKey).values()];
  const open = groups.filter(([first]) => first?.accepted == null);
  const accepted = groups.filter(([first]) => first?.accepted != null);
  const shown = [...open, ...accepted].slice(0, MAX_GROUPS);
  const heads = plainTable([], shown.map(headCells), { indent: INDENT }).split('\n');
  const blocks = shown.map((group, i) => {
    const head = heads[i] ?? '';
    return `${width === undefined ? head : shorten(head, width)}\n${renderDetails(group, paint, width)}`;
  });
  const rest = entries.length - shown.reduce((sum, group) => sum + group.length, 0);
  return `\n${paint.bold(`${title} (${entries.length})`)}\n${blocks.join('')}${renderMore(rest)}`;
}

/** Renders how many rows are left out; empty if none is. */
export const renderMore = (count: number): string =>
  count > 0 ? `  … and ${count} more (use --format html, csv or json for all)\n` : '';

const groupKey = (f: ReportedFinding): string =>
  JSON.stringify([f.host_id, subjectOf(f), f.fixed_version !== null, f.accepted]);

const subjectOf = ({ source, package: name, port, transport }: ReportedFinding): string =>
  source ?? name ?? `${port}/${transport}`;

function headCells(group: readonly ReportedFinding[]): string[] {
  const [first] = group;
  if (!first) return [];
  const ids = new Set(group.map((f) => f.vulnerability_id));
  const exploited = group.filter(({ kev }) => kev !== null).length;
  return [
    first.risk.toFixed(1).padStart(5),
    first.severity,
    renderHost(first),
    shorten(printable(subjectOf(first)), MAX.subject),
    [
      countText(ids.size, 'vulnerability', 'vulnerabilities'),
      exploited > 0 ? ` (${exploited} known exploited)` : '',
      first.accepted ? ', accepted' : '',
    ].join(''),
  ];
}

function renderDetails(
  group: readonly ReportedFinding[],
  paint: Painter,
  width: number | undefined,
): string {
  const byId = [...mapBy(group, (f) => f.vulnerability_id).values()];
  const lines = byId.slice(0, MAX_LINES).map((ofOne) => detailText(ofOne));
  const rest = byId.length - MAX_LINES;
  if (rest > 0)
    lines.push(`and ${countText(rest, 'further vulnerability', 'further vulnerabilities')}`);
  const reasons = new Set(group.map((f) => f.why ?? ''));
  const [reason = ''] = reasons;
  if (reasons.size === 1 && reason !== '') lines.push(printable(reason));
  const remedy = group[0]?.remedy ?? '';
  const max = width === undefined ? MAX.text : width - DETAIL_INDENT.length;
  return [
    ...lines.map((line) => shorten(line, max)),
    ...(group[0]?.accepted ? [] : [paint.cyan(shorten(printable(remedy), max))]),
  ]
    .map((line) => `${DETAIL_INDENT}${line}\n`)
    .join('');
}

/** Returns `CVE-2024-1 known exploited, since 2024-05-01; EPSS 0.94; A buffer overflow`. */
function detailText(ofOne: readonly ReportedFinding[]): string {
  const [first] = ofOne;
  if (!first) return '';
  const marks = findingMarks(first).map(({ text }) => text);
  const title = first.title === first.vulnerability_id ? first.explanation : first.title;
  const parts = [...marks, epssText(first) ?? '', title].filter(Boolean);
  return printable(`${first.vulnerability_id} ${parts.join('; ')}`);
}

export const renderHost = ({ ip, name }: { ip: string; name: string }): string =>
  shorten(printable(name === ip ? ip : `${name} (${ip})`), MAX.host);
