import { mapBy } from '../../lib/collections.js';
import { countText, printable, shorten } from '../../lib/text.js';
import type { HostRemediation } from '../../reports/present/remediations.js';
import { epssText, findingMarks } from '../../reports/present/marks.js';
import { entryCountText } from '../../reports/present/summary.text.js';
import { remedyText } from '../../vulnerabilities/remediations/text.js';
import { combineRisks } from '../../vulnerabilities/risk/risk.js';
import { plainTable } from '../output/table.js';
import type { Painter } from '../output/text.js';
import type { TextStyle } from './lead.text.js';
import type { ReportedFinding } from './report.body.js';

const MAX_GROUPS = 20; // of one list; other formats contain all
const MAX_LINES = 3; // of one group
const MAX = { host: 40, subject: 32, text: 160 };
const ADDRESS_WIDTH = 110; // columns with space for the address of a host beside its name
const INDENT = '  ';
const DETAIL_INDENT = '        ';

/**
 * `remediations`: of these findings; those without one are grouped by package or port. `isFixed`: nothing remains to
 * do, and one vulnerability of each group is enough.
 */
interface FindingsOptions {
  remediations?: readonly HostRemediation[] | undefined;
  isFixed?: boolean;
}

/**
 * Renders a list of findings by host and action, highest risk first, with the worst vulnerabilities of each and its
 * remedy; empty without findings. Accepted findings follow the others.
 * @param entries highest risk first
 */
export function renderFindings(
  title: string,
  entries: readonly ReportedFinding[],
  { paint, width }: Pick<TextStyle, 'paint' | 'width'>,
  { remediations = [], isFixed = false }: FindingsOptions = {},
): string {
  if (entries.length === 0) return '';
  const groups = groupFindings(entries, remediations);
  const shown = groups.slice(0, MAX_GROUPS);
  const cells = shown.map((group) => headCells(group, width));
  const heads = plainTable([], cells, { indent: INDENT }).split('\n');
  const blocks = shown.map((group, i) => {
    const head = heads[i] ?? '';
    const line = width === undefined ? head : shorten(head, width);
    return `${paint.bold(line)}\n${renderDetails(group, isFixed, paint, width)}`;
  });
  const count = entryCountText(isFixed ? 'fixed' : 'new', entries);
  const rest = entries.length - shown.reduce((sum, { findings }) => sum + findings.length, 0);
  return `\n${paint.bold(`${title} (${count})`)}\n${blocks.join('')}${renderMore(rest)}`;
}

/** Renders how many rows are left out; empty if none is. */
export const renderMore = (count: number): string =>
  count > 0 ? `  … and ${count} more (use --format html, csv or json for all)\n` : '';

/** Findings of one host. `remediation`: what resolves them; undefined: not known. */
interface FindingGroup {
  findings: ReportedFinding[];
  remediation: HostRemediation | undefined;
  risk: number;
}

function groupFindings(
  entries: readonly ReportedFinding[],
  remediations: readonly HostRemediation[],
): FindingGroup[] {
  const find = createRemediationLookup(remediations);
  const groups = mapBy(entries, (f) => {
    const i = f.accepted ? -1 : find(f);
    return JSON.stringify([
      f.accepted,
      f.host_id,
      i < 0 ? [subjectOf([f]), f.fixed_version !== null] : i,
    ]);
  });
  const all = [...groups.values()].map((findings) => {
    const [first] = findings;
    const remediation = first && !first.accepted ? remediations[find(first)] : undefined;
    return { findings, remediation, risk: combineRisks(findings.map((f) => f.risk)) };
  });
  all.sort((a, b) => b.risk - a.risk);
  const isAccepted = ({ findings: [first] }: FindingGroup): boolean => first?.accepted != null;
  return [...all.filter((group) => !isAccepted(group)), ...all.filter(isAccepted)];
}

/** Creates the function that returns the index of the remediation of a finding; -1: not found. */
function createRemediationLookup(
  remediations: readonly HostRemediation[],
): (finding: ReportedFinding) => number {
  const indexes = new Map<string, number>();
  for (const [i, { host_id, packages, ports, vulnerabilities }] of remediations.entries())
    for (const id of vulnerabilities) {
      const places = packages.length > 0 ? packages.map((p) => p.name) : ports.map(portText);
      for (const place of places) indexes.set(`${host_id} ${place} ${id}`, i);
    }
  return (f) => indexes.get(`${f.host_id} ${placeOf(f)} ${f.vulnerability_id}`) ?? -1;
}

const portText = ({ port, transport }: { port: number | null; transport: string | null }): string =>
  `${port}/${transport}`;

const placeOf = (finding: ReportedFinding): string => finding.package ?? portText(finding);

/** Returns the source of a package, or a program and its ports: `nginx (80/tcp, 443/tcp)`. */
function subjectOf(findings: readonly ReportedFinding[]): string {
  const [first] = findings;
  if (!first) return '';
  if (first.package !== null) return first.source ?? first.package;
  const ports = [...new Set(findings.map(portText))].join(', ');
  return first.program == null ? ports : `${first.program} (${ports})`;
}

function headCells({ findings, risk }: FindingGroup, width: number | undefined): string[] {
  const [first] = findings;
  if (!first) return [];
  const ids = new Set(findings.map((f) => f.vulnerability_id));
  const exploited = new Set(findings.filter((f) => f.kev).map((f) => f.vulnerability_id)).size;
  const isWide = width === undefined || width >= ADDRESS_WIDTH;
  const count = [
    countText(ids.size, 'vulnerability', 'vulnerabilities'),
    exploited > 0 ? ` (${exploited} known exploited)` : '',
    first.accepted ? ', accepted' : '',
  ].join('');
  const subject = shorten(printable(subjectOf(findings)), MAX.subject);
  return [
    risk.toFixed(1).padStart(5),
    first.severity,
    isWide ? renderHost(first) : shorten(printable(first.name), MAX.host),
    `${subject}: ${count}`,
  ];
}

function renderDetails(
  { findings, remediation }: FindingGroup,
  isFixed: boolean,
  paint: Painter,
  width: number | undefined,
): string {
  const byId = [...mapBy(findings, (f) => f.vulnerability_id).values()];
  const maxLines = isFixed ? 1 : MAX_LINES;
  const lines = byId.slice(0, maxLines).map(detailText);
  const rest = byId.length - maxLines;
  if (rest > 0 && !isFixed)
    lines.push(`and ${countText(rest, 'further vulnerability', 'further vulnerabilities')}`);
  const reasons = new Set(findings.map((f) => f.why ?? ''));
  const [reason = ''] = reasons;
  if (reasons.size === 1 && reason !== '') lines.push(printable(reason));
  const [first] = findings;
  const remedy = remediation?.command ?? remedyText(remediation?.title, findings);
  const max = width === undefined ? MAX.text : width - DETAIL_INDENT.length;
  return [
    ...lines.map((line) => shorten(line, max)),
    ...(first?.accepted || isFixed ? [] : [paint.cyan(shorten(printable(remedy), max))]),
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
