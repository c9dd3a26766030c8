import { SEVERITIES } from '../../knowledge/records.js';
import type { TaskDiff } from '../diff.js';
import {
  coverageHeadline,
  coverageView,
  feedDateText,
  gapTexts,
  unansweredText,
  type CoverageView,
} from '../present/coverage.js';
import { collectedParts } from '../../vulnerabilities/coverage/coverage.text.js';
import { expiringSoon, expiringText } from '../present/expiring.js';
import { summarizeHosts, type HostSummary } from '../present/hosts.js';
import { taskRemediations, type HostRemediation } from '../present/remediations.js';
import type { ReportModel } from '../present/report.js';
import type { CountPart } from '../present/summary.text.js';
import {
  escapeHtml,
  exploitedHtml,
  hostHtml,
  renderHeading,
  renderHtmlTable,
  type Cell,
} from './html.tables.js';
import { describeRemediation } from '../../vulnerabilities/remediations/text.js';
import { isFix } from '../../vulnerabilities/remediations/counts.text.js';
import { countText, formatCount } from '../../lib/text.js';

const SHOWN_ACTIONS = 10; // the others are in an element that can be opened
const MAX_ACTIONS = 1_000;
const MAX_HOSTS = 1_000;
const MAX_PRINTED_HOSTS = 50;

/** Renders what was not checked, and the data that was used. */
export function renderCoverage({ coverage }: TaskDiff, now: number): string {
  const view = coverageView(coverage);
  const banner = bannerHtml(view);
  const feeds = view.feeds.map(
    (feed) =>
      `<span class="${feed.stale ? 'stale' : ''}">${escapeHtml(feedDateText(feed, now))}</span>`,
  );
  const data =
    feeds.length === 0 ? 'No vulnerability data took part.' : `Data: ${feeds.join(', ')}`;
  const unanswered = unansweredText(view);
  const note = unanswered === null ? '' : `<p>${unanswered}.</p>`;
  return `${banner}${note}<p class="dim">${data}</p>`;
}

/** Renders how far the hosts were checked; an alert with the reasons if something was left out. */
function bannerHtml(view: CoverageView): string {
  const headline = coverageHeadline(view);
  if (headline === null) return '';
  const { text, isWhole } = headline;
  if (isWhole) return `<p><b>${text}</b></p>`;
  const gaps = gapTexts(view).map((gap) => `<li>${escapeHtml(gap)}</li>`);
  return `<section class="gap" role="alert"><b>${text}</b><ul>${gaps.join('')}</ul></section>`;
}

/** Renders counts as tiles. `scope`: the hosts that they are about; null: all. */
export function renderTiles(parts: readonly CountPart[], scope: string | null): string {
  const items = parts.map(
    ({ kind, count, label }) =>
      `<li class="${count === 0 ? 'nil' : kind}"><b>${formatCount(count)}</b><span>${label}</span></li>`,
  );
  const caption = scope === null ? '' : `<p class="dim">${scope}:</p>`;
  return `${caption}<ul class="tiles">${items.join('')}</ul>`;
}

/** Renders the open findings by severity. */
export function renderLegend({ open }: Pick<TaskDiff, 'open'>): string {
  const items = SEVERITIES.map(
    (s, i) => `<li><i class="s-${s}"></i>${s} <b>${formatCount(open[i] ?? 0)}</b></li>`,
  );
  return `<ul class="legend">${items.join('')}</ul>`;
}

/** Renders what to do first on the hosts of the newest task, what has no fix, and acceptances that end soon. */
export function* renderActionSections({
  open,
  presentFinding,
  now,
}: ReportModel): Generator<string> {
  if (open === null) return;
  const all = taskRemediations(open, presentFinding);
  const actions = all.filter(isFix);
  const unfixed = all.filter((action) => !isFix(action));
  if (actions.length > 0) {
    yield renderHeading('h2', 'To do first', actions.length);
    yield* renderActionTable(actions.slice(0, SHOWN_ACTIONS));
    const rest = actions.slice(SHOWN_ACTIONS);
    if (rest.length > 0) yield* renderMore(`${countText(rest.length, 'further action')}`, rest);
  }
  if (unfixed.length > 0) {
    const findings = unfixed.reduce((sum, r) => sum + r.findings, 0);
    yield* renderMore(`Without a fix: ${countText(findings, 'finding')}`, unfixed);
  }
  const expiring = expiringSoon(open, now).map((a) => `<li>${escapeHtml(expiringText(a))}</li>`);
  if (expiring.length > 0) yield `<h2>Acceptances that end soon</h2><ul>${expiring.join('')}</ul>`;
}

function* renderMore(title: string, actions: readonly HostRemediation[]): Generator<string> {
  yield `<details class="more"><summary>${title}</summary><div class="body">`;
  yield* renderActionTable(actions);
  yield '</div></details>';
}

function* renderActionTable(actions: readonly HostRemediation[]): Generator<string> {
  const options = { style: 'a sort', maxRows: MAX_ACTIONS };
  yield* renderHtmlTable(['Risk', 'Host', 'Action', 'Effect'], actions, options, actionCells);
}

function actionCells(action: HostRemediation): (string | Cell)[] {
  const { risk, risk_reason, command, title } = action;
  const { effect } = describeRemediation(action);
  return [
    { html: `<span title="${escapeHtml(risk_reason)}">${risk.toFixed(1)}</span>`, value: risk },
    hostHtml(action),
    `<b>${escapeHtml(title)}</b>${command === null ? '' : `<code>${escapeHtml(command)}</code>`}`,
    { html: exploitedHtml(effect), value: action.findings },
  ];
}

const HOST_HEAD = [
  'Risk',
  'Host',
  'Open',
  'Critical',
  'High',
  'Known exploited',
  'Fixable',
  'Accepted',
  'Coverage',
];

/** Renders the hosts of the newest task, worst first. */
export function* renderHostTable(
  { coverage }: TaskDiff,
  { open, presentFinding }: ReportModel,
): Generator<string> {
  const hosts = summarizeHosts(open ?? [], coverage, presentFinding);
  if (hosts.length === 0) return;
  yield renderHeading('h2', 'Hosts', hosts.length);
  const options = { style: 'h sort', maxRows: MAX_HOSTS, maxPrinted: MAX_PRINTED_HOSTS };
  const checked = `${collectedParts(coverage.parts)} checked`;
  yield* renderHtmlTable(HOST_HEAD, hosts, options, (host) => hostCells(host, checked));
  const others = coverage.checkedHosts - hosts.filter(({ gap }) => gap === null).length;
  if (others > 0)
    yield `<p class="dim">${countText(others, 'further host')}: ${checked}, no open finding.</p>`;
}

/** @param checked the text of a host without a gap */
function hostCells(
  { host, risk, gap, ...summary }: HostSummary,
  checked: string,
): (string | Cell)[] {
  const { open, by_severity, known_exploited, fixable, accepted } = summary;
  const numbers = [by_severity.critical, by_severity.high, known_exploited, fixable, accepted];
  return [
    { html: open === 0 && gap !== null ? '·' : risk.toFixed(1), value: risk },
    hostHtml(host),
    open === 0 && gap !== null ? { html: 'none known', value: 0 } : numberCell(open),
    ...numbers.map(numberCell),
    gap === null ? checked : `<span class="tag gapped">${escapeHtml(gap)}</span>`,
  ];
}

const numberCell = (n: number): Cell => ({ html: n === 0 ? '·' : formatCount(n), value: n });

/** Renders the filters of the page, which its script shows. */
export function renderTools(
  hosts: readonly { host_id: number; name: string; ip: string }[],
): string {
  const hostOptions = hosts
    .slice(0, MAX_HOSTS)
    .map(
      ({ host_id, name, ip }) =>
        `<option value="${host_id}">${escapeHtml(name === ip ? ip : `${name} ${ip}`)}</option>`,
    );
  const severities = SEVERITIES.slice(0, -1).map(
    (s, i) => `<option value="${i}">${s}${i === 0 ? '' : ' or worse'}</option>`,
  );
  return [
    '<div id="tools" hidden>',
    '<input type="search" id="tq" placeholder="Search findings" aria-label="Search findings">',
    '<select id="ts" aria-label="Severity"><option value="9">All severities</option>',
    ...severities,
    '</select><select id="th" aria-label="Host"><option value="">All hosts</option>',
    ...hostOptions,
    '</select>',
    '<label><input type="checkbox" id="tk"> known exploited</label>',
    '<label><input type="checkbox" id="tf"> fixable</label>',
    '<span id="tn" role="status"></span></div>',
  ].join('');
}
