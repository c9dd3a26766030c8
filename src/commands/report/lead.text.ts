import { pluralize, printable } from '../../lib/text.js';
import {
  coverageHeadline,
  feedsText,
  gapTexts,
  unansweredText,
  type CoverageView,
} from '../../reports/present/coverage.js';
import { expiringText } from '../../reports/present/expiring.js';
import type { HostRemediation } from '../../reports/present/remediations.js';
import { wrapText, type Painter } from '../output/text.js';
import type { LeadBody } from './report.body.js';
import { describeRemediation } from '../../vulnerabilities/remediations/text.js';
import { isFix } from '../../vulnerabilities/remediations/counts.text.js';

/** `width`: columns of the terminal; undefined: unlimited. `now`: Unix seconds. */
export interface TextStyle {
  paint: Painter;
  width: number | undefined;
  now: number;
}

const MAX_ACTIONS = 5;
const MAX_GAPS = 10;
const INDENT = '  ';
const DETAIL_INDENT = '         ';

/** Renders what was checked and what was not, and the data that was used. Each line ends with a line feed. */
export function renderLead(
  { not_checked, feeds, summary }: Pick<LeadBody, 'not_checked' | 'feeds' | 'summary'>,
  style: TextStyle,
): string {
  const view: CoverageView = { ...summary, not_checked, feeds };
  const { paint, width, now } = style;
  const data = wrapText(`${printable(feedsText(view, now))}.`, width, INDENT);
  const hasStale = feeds.some(({ stale }) => stale);
  const unanswered = unansweredText(view);
  const note = unanswered === null ? '' : `${wrapText(`${unanswered}.`, width, INDENT)}\n`;
  return `${renderChecked(view, style)}${note}${hasStale ? paint.yellow(data) : paint.dim(data)}\n`;
}

/** Renders `Ports: 4 of 6 hosts checked. …`, and why the others were not. */
export function renderChecked(view: CoverageView, { paint, width }: TextStyle): string {
  const headline = coverageHeadline(view);
  if (headline === null) return '';
  const text = wrapText(headline.text, width, INDENT);
  const gaps = gapTexts(view).map(
    (text) => `${INDENT}${wrapText(printable(text), width && width - 2, '    ')}\n`,
  );
  const rest = gaps.length - MAX_GAPS;
  const more = rest > 0 ? `${INDENT}… and ${pluralize(rest, 'further reason')}\n` : '';
  const painted = headline.isWhole ? paint.green(text) : paint.yellow(text);
  return `${painted}\n${gaps.slice(0, MAX_GAPS).join('')}${more}`;
}

/** Renders what to do first, and what has no fix apart; empty if there is nothing. */
export function renderActions(
  { remediations = [], expiring_acceptances: expiring = [] }: Partial<LeadBody>,
  { paint, width }: TextStyle,
): string {
  const actions = remediations.filter(isFix);
  const unfixed = remediations.filter((action) => !isFix(action));
  const lines = actions.slice(0, MAX_ACTIONS).map((action) => actionLines(action, width));
  const rest = actions.length - MAX_ACTIONS;
  const findings = unfixed.reduce((sum, r) => sum + r.findings, 0);
  const exploited = unfixed.reduce((sum, r) => sum + r.known_exploited, 0);
  const notes = [
    rest > 0 ? `… and ${pluralize(rest, 'further action')}` : '',
    findings > 0
      ? `Without a fix: ${pluralize(findings, 'finding')}${exploited > 0 ? ` (${exploited} known exploited)` : ''}`
      : '',
    ...expiring.map((acceptance) => printable(expiringText(acceptance))),
  ].filter(Boolean);
  if (lines.length === 0 && notes.length === 0) return '';
  const noteLines = notes.map((note) => `${INDENT}${wrapText(note, width && width - 2, '    ')}\n`);
  return `\n${paint.bold('To do first')}\n${lines.join('')}${noteLines.join('')}`;
}

function actionLines(action: HostRemediation, width: number | undefined): string {
  const { ip, name, risk } = action;
  const host = name === ip ? ip : `${name} (${ip})`;
  const { what, effect } = describeRemediation(action);
  const prefix = `${INDENT}${risk.toFixed(1).padStart(5)}  `;
  const max = width && width - DETAIL_INDENT.length;
  const first = wrapText(`${printable(host)}: ${what}`, max, DETAIL_INDENT);
  return `${prefix}${first}\n${DETAIL_INDENT}${wrapText(effect, max, DETAIL_INDENT)}\n`;
}
