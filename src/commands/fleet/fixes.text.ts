import type { RemediationBody } from '../../vulnerabilities/remediations/remediation.schemas.js';
import { pluralize, printable } from '../../lib/text.js';
import type { CoverageCounts } from '../../vulnerabilities/coverage/coverage-counts.js';
import { coverageText } from '../../vulnerabilities/coverage/coverage.text.js';
import { describeRemediation } from '../../vulnerabilities/remediations/text.js';
import { responsiveTable } from '../output/table.js';
import type { Painter } from '../output/text.js';
import { isFix } from '../../vulnerabilities/remediations/counts.text.js';

const MAX_ROWS = 200; // of one list on a terminal

interface FixesStyle {
  paint: Painter;
  /** columns of the terminal; undefined: unlimited */
  width: number | undefined;
  /** also the rows that a terminal does not get by default */
  isWhole: boolean;
}

export interface CheckedHosts {
  hosts: number;
  /** those of them that were not, or not fully, checked */
  notChecked: number;
  coverage: CoverageCounts;
}

/** Renders what was not checked, then remediations: first those with a fix, then those without one. */
export function renderFixes(
  remediations: readonly RemediationBody[],
  checked: CheckedHosts,
  style: FixesStyle,
): string {
  return `${notCheckedHint(checked, style)}${renderRemediations(remediations, checked, style)}`;
}

/** Returns what a list of remediations does not say: which hosts were not checked. Empty if all were. */
export function notCheckedHint(
  { notChecked, coverage }: CheckedHosts,
  { paint }: Pick<FixesStyle, 'paint'>,
): string {
  if (notChecked === 0) return '';
  return `${paint.yellow(paint.bold(coverageText(coverage)))} See "hostwarden status".\n`;
}

/** Returns why there is no remediation. */
export function nothingToDoText({ hosts, notChecked }: CheckedHosts): string {
  if (hosts === 0) return 'No host is known yet: run "hostwarden scan <targets>".';
  return notChecked === 0
    ? 'Nothing to do: no open finding.'
    : 'Nothing to do is known in what was checked.';
}

function renderRemediations(
  remediations: readonly RemediationBody[],
  checked: CheckedHosts,
  style: FixesStyle,
): string {
  if (remediations.length === 0) return `${nothingToDoText(checked)}\n`;
  const { paint } = style;
  const fixable = remediations.filter(isFix);
  const others = remediations.filter((action) => !isFix(action));
  const parts = [
    ...(fixable.length > 0
      ? [`${paint.bold(pluralize(fixable.length, 'action'))}, highest risk first:\n`]
      : []),
    renderRows(fixable, style),
    ...(others.length > 0
      ? [`${paint.bold('Without a fix')}: restrict access, and monitor the advisories.\n`]
      : []),
    renderRows(others, style),
  ];
  return parts.join('');
}

function renderRows(
  remediations: readonly RemediationBody[],
  { width, isWhole }: FixesStyle,
): string {
  if (remediations.length === 0) return '';
  const shown = isWhole ? remediations : remediations.slice(0, MAX_ROWS);
  const rows = shown.map((remediation) => {
    const { what, effect } = describeRemediation(remediation);
    return [remediation.risk.toFixed(1).padStart(5), printable(remediation.name), what, effect];
  });
  const more = remediations.length - shown.length;
  return `${responsiveTable(rows, width)}${more > 0 ? `  and ${more} more: --all\n` : ''}`;
}
