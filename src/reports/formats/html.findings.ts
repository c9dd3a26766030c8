import { SEVERITIES } from '../../knowledge/records.js';
import {
  groupAction,
  linesOf,
  placesText,
  entryReason,
  type EntryGroup,
  type VulnerabilityLine,
  groupCountText,
} from '../present/groups.js';
import { isFix } from '../../vulnerabilities/remediations/counts.text.js';
import { countText } from '../../lib/text.js';
import { epssText, findingMarks, type Mark } from '../present/marks.js';
import {
  escapeHtml,
  hostHtml,
  renderHtmlTable,
  exploitedHtml,
  renderLink,
  severityMark,
  type Cell,
} from './html.tables.js';

const HEAD = ['Risk', 'Severity', 'Host', 'Action', 'Vulnerabilities', 'EPSS'];
const MAX_PRINTED = 120; // rows

/** `rest`: number of findings that are left out; `isReport`: of everything that a task found. */
interface GroupTableOptions {
  rest: number;
  isReport: boolean;
}

/** Renders entries by host and action. Each row can be opened, and shows its vulnerabilities then. */
export function* renderGroups(
  groups: readonly EntryGroup[],
  { rest, isReport }: GroupTableOptions,
): Generator<string> {
  yield* renderHtmlTable(
    HEAD,
    groups,
    {
      style: 'g sort',
      maxRows: Infinity,
      maxPrinted: MAX_PRINTED,
      attributes: ({ host, remediation }) =>
        ` data-h="${host.host_id}"${isFix(remediation) ? ' data-f' : ''}`,
    },
    (group) => groupCells(group, isReport),
  );
  if (rest > 0)
    yield (
      `<p class="note">${countText(rest, 'more finding')} of lower risk: ` +
      'see the CSV or JSON format of this report.</p>'
    );
}

function groupCells(group: EntryGroup, isReport: boolean): (string | Cell)[] {
  const { host, title, remediation, views } = group;
  const { risk, severity } = remediation;
  const epss = Math.max(-1, ...views.map(({ finding }) => finding.epss?.score ?? -1));
  const { command, remedy } = groupAction(group);
  const action =
    command === null
      ? `<span class="title">${escapeHtml(remedy)}</span>`
      : `<code>${escapeHtml(command)}</code>`;
  return [
    { html: risk.toFixed(1), value: risk },
    { html: severityMark(severity), value: SEVERITIES.indexOf(severity) },
    hostHtml(host),
    `<b>${escapeHtml(title)}</b>${action}`,
    vulnerabilitiesHtml(group, isReport),
    { html: epss < 0 ? '' : epss.toFixed(2), value: epss },
  ];
}

function vulnerabilitiesHtml(group: EntryGroup, isReport: boolean): string {
  const lines = linesOf(group);
  const items = lines.map((line) => lineHtml(line, isReport)).join('');
  if (lines.length === 1) return `<ul>${items}</ul>`;
  const summary = exploitedHtml(groupCountText(group));
  return `<details><summary>${summary}</summary><ul>${items}</ul></details>`;
}

function lineHtml(line: VulnerabilityLine, isReport: boolean): string {
  const { finding, entry } = line.first;
  const { title, vulnerability_id, severity, kev, advisory_url, confidence, unimportant } = finding;
  const marks = findingMarks({ kev, confidence, unimportant, accepted: entry.accepted });
  const details = [placesText(line), epssText(finding)].filter((text) => text !== null);
  const explanation = entryReason(line.first, isReport);
  const name = title === vulnerability_id ? '' : ` <span class="x">${escapeHtml(title)}</span>`;
  return [
    `<li data-s="${SEVERITIES.indexOf(severity)}"${kev ? ' data-k' : ''}>`,
    `${severityMark(severity)} ${renderLink(advisory_url, vulnerability_id)}`,
    ...marks.map(markHtml),
    name,
    ` <span class="title">${escapeHtml(details.join('; '))}</span>`,
    explanation === '' ? '' : `<span class="title x">${escapeHtml(explanation)}</span>`,
    '</li>',
  ].join('');
}

const markHtml = ({ kind, text }: Mark): string =>
  ` <span class="tag ${kind}">${escapeHtml(text)}</span>`;
